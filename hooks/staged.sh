# What the hooks before a commit do: sgm is started only where records are about to be committed.

# Whether sgm makes this commit: it has judged the records before it asked git, and says what tree
# it saw. A hook that ran since may have staged something else.
is_judged() {
    [ -n "${SGM_JUDGED-}" ] && [ "$SGM_JUDGED" = "$(git write-tree)" ]
}

is_staged || exit 0
! is_judged || exit 0
narrow_places :.sgm/config.toml
is_staged || exit 0
run_sgm "$@"
