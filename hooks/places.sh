# Where records lie: what tells a hook whether it is any of its business, before sgm is started.

# A person's own switches, such as `git --literal-pathspecs commit`, are not for what follows.
unset GIT_LITERAL_PATHSPECS GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS

# One pathspec a line. Most commits are told from these: wherever records may lie at all, and the
# files that say how they are judged.
trust_files=':(top).sgm
:(top,glob)**/.mailmap
:(top,glob)**/.gitattributes'
places=":(top,glob)**/*.md
$trust_files"

# Run a command with the places behind it; for a subshell, as it changes how words are split.
run_at_places() {
    set -f
    IFS='
'
    # shellcheck disable=SC2086  # one word for each line
    exec "$@" -- $places
}

# Whether anything is staged at the places that HEAD, or the commit $1, has not just so.
is_staged() {
    ! (run_at_places git diff --cached --quiet --no-ext-diff --no-textconv --no-renames "$@")
}

# Whether records, or what says how they are judged, are staged, as the index has the roots.
is_record_staged() {
    is_staged && narrow_places :.sgm/config.toml && is_staged
}

# Narrow the places to the roots of a configuration, the blob $1. It is TOML, of which this
# understands what `sgm init` writes; where there is more in it the places stay as they are.
narrow_places() {
    roots='' declared=0 understood=0 inside=''
    while read -r line; do
        case $line in
            *'"""'* | *"'''"* | root* | [\"\']*=*) return 0 ;;
            '[[root]]') declared=$((declared + 1)) inside=yes ;;
            '[['*) return 0 ;;
            '['*) inside='' ;;
            'path = "'*'"') [ -z "$inside" ] || add_root "$line" ;;
        esac
    done <<CONFIGURATION
$(git cat-file blob "$1" 2>/dev/null)
CONFIGURATION
    if [ "$declared" -eq 0 ]; then
        add_root 'path = "memory"'
    elif [ "$declared" -ne "$understood" ]; then
        return 0
    fi
    places="$roots$trust_files"
}

# Add a root to those found, if it is a plain folder or a pattern that git reads as sgm does.
add_root() {
    root=${1#'path = "'}
    root=${root%'"'}
    case /$root/ in
        *[\"\\?[]* | *//* | */./*) ;;
        *)
            understood=$((understood + 1))
            roots=":(top,glob)$root/**/*.md
$roots"
            ;;
    esac
}
