# What the hook before a push does: git says on standard input what it is about to push: LOCAL-REF
# NEW-ID REMOTE-REF OLD-ID, one line each, which stand in $pushed. Where none of it has to do with
# records, nothing but git is started.

say_pushed() {
    [ -z "$pushed" ] || printf '%s\n' "$pushed" 2>/dev/null
}

# Whether commits that are new to the remote, or the step from the old one, touch the places. What
# lies deeper may be what another remote has, whose name begins like that of this one.
is_touched() {
    commits=$(run_at_places git --no-replace-objects rev-list --full-history --max-count=1 \
        "$new" --not ${known:+"$known"} "--exclude=$remote/*/*" "--remotes=$remote") || return 0
    [ -n "$commits" ] && return 0
    [ -n "$known" ] || return 1
    ! (run_at_places git --no-replace-objects diff --quiet --no-ext-diff --no-textconv \
        --no-renames "$known" "$new")
}

# Whether a step from $old to $new is about records: the old commit is known where it has been
# fetched.
is_about_records() {
    case $new in *[!0]*) ;; *) return 1 ;; esac
    known=''
    if GIT_NO_LAZY_FETCH=1 git cat-file -e "$old^{commit}" 2>/dev/null; then
        known=$old
    fi
    all=$places
    is_touched && narrow_places "$new:.sgm/config.toml" && is_touched
    touched=$?
    places=$all
    return "$touched"
}

# Whether any line of what is pushed to the remote $1 is about records.
is_push_about_records() {
    remote=$1
    ! say_pushed | while read -r _ new _ old; do
        ! is_about_records || exit 1
    done
}
