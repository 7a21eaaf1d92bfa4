# What the hooks before a commit do: sgm is started only where records are about to be committed.

# Whether sgm makes this commit: it has judged the records before it asked git, and says what tree
# it saw. A hook that ran since may have staged something else.
is_judged() {
    [ -n "${SGM_JUDGED-}" ] && [ "$SGM_JUDGED" = "$(git write-tree)" ]
}

# Whether a merge that a person brings to its end has something otherwise than a side of it. What is
# as in HEAD may have dropped then what the other side did. A merge that met no conflict is git's.
is_staged_beside() {
    [ "$hook" = pre-commit ] || return 1
    find_directory
    [ -s "$directory/MERGE_HEAD" ] || return 1
    while read -r side; do
        ! is_staged "$side" || return 0
    done <"$directory/MERGE_HEAD"
    return 1
}

is_staged || is_staged_beside || exit 0
! is_judged || exit 0
narrow_places :.sgm/config.toml
is_staged || is_staged_beside || exit 0
run_sgm "$@"
