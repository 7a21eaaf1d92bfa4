# What the hooks about a message do: sgm is started only where somebody has consented to a loss, here
# or in a message that this commit takes the place of.

# Whether there may be consent that this commit has to say: the message that it is to have is $1.
is_consent_due() {
    if is_kept consents; then
        ! is_record_staged || return 0
        is_record_changed || rm -f "$directory/sgm/consents"
    fi
    [ -z "${SGM_JUDGED-}" ] || return 1
    for message in "$1" "$directory/SQUASH_MSG" "$directory/MERGE_MSG"; do
        ! holds_consent "$message" || return 0
    done
    [ -s "$directory/sgm/consented" ] || [ -d "$directory/rebase-merge" ] || return 1
    case $(git cat-file commit HEAD 2>/dev/null) in
        *SGM-Allow:*) return 0 ;;
    esac
    return 1
}

# Whether a file of the work tree is other than staged, at the places of records. Where none is, and
# nothing is staged, what consent waited for was taken back.
is_record_changed() {
    narrow_places :.sgm/config.toml
    ! (run_at_places git diff --quiet --no-ext-diff --no-textconv --no-renames)
}

# Whether a file holds a line of consent above what git only shows.
holds_consent() {
    [ -s "$1" ] || return 1
    while read -r line || [ -n "$line" ]; do
        case $line in
            *SGM-Allow:*) return 0 ;;
            *'- >8 -'*) return 1 ;;
        esac
    done <"$1"
    return 1
}

is_consent_due "$1" || exit 0
find_sgm || is_record_staged || exit 0
run_sgm "$@"
