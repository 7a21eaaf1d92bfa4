# What every hook of sgm-git needs. POSIX sh and git are all that there must be. `sgm hooks install`
# puts this text into each hook, in the place of the line that reads it from here.
runs=$hook

# The hook that stood here before ours goes first, and its failure is ours.
run_previous() {
    previous=${0%/*}/$hook.before-sgm
    if [ -f "$previous" ] && [ -x "$previous" ]; then
        "$previous" "$@" || exit
    fi
}

# Hand over to sgm.
run_sgm() {
    find_sgm || do_without_sgm
    exec "$sgm" hooks run "$runs" "$@"
}

# Find sgm: the one that `git config sgm.path` names, else the one on PATH.
find_sgm() {
    sgm=$(git config --type=path --get sgm.path)
    is_program "$sgm" && return 0
    sgm=$(command -v sgm)
    is_program "$sgm"
}

# Whether a file can be started: a script whose Python has been removed since cannot.
is_program() {
    [ -f "$1" ] && [ -x "$1" ] || return 1
    read -r first <"$1"
    # shellcheck disable=SC2086  # one word for each argument
    case $first in
        '#!/'*) is_interpreter ${first#'#!'} ;;
    esac
}

# Whether the first line of a script names something that can be started, itself or by way of env.
is_interpreter() {
    [ -x "$1" ] || return 1
    case $1 in */env) ;; *) return 0 ;; esac
    shift
    for word in "$@"; do
        case $word in
            -* | *=*) ;;
            *) command -v "$word" >/dev/null; return ;;
        esac
    done
}

# Who changes records has sgm as a rule, and a gate further on looks at what the others send: so a
# hook lets them pass, and says so, unless it is that gate, or `git config sgm.hooksMissing` blocks.
do_without_sgm() {
    if [ "$hook" = pre-receive ]; then policy=block; else policy=warn; fi
    policy=$(git config --get sgm.hooksMissing || echo "$policy")
    if [ "$policy" = warn ]; then
        echo "sgm: not found, so the $hook hook let records pass unchecked" >&2
        status=0
    else
        echo "sgm: not found, so the $hook hook lets no records pass" >&2
        status=1
    fi
    echo "hint: put sgm on PATH (pip install sgm-git), or say where it is: git config sgm.path FILE" >&2
    exit "$status"
}

# Whether sgm keeps something for this hook: a file of that name, with something in it.
is_kept() {
    find_directory
    [ -s "$directory/sgm/$1" ]
}

# Find the git directory of this work tree.
find_directory() {
    directory=${GIT_DIR:-.git}
    if [ ! -d "$directory" ]; then
        directory=$(git rev-parse --absolute-git-dir)
    fi
}
