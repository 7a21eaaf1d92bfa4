"""``python -m sgm_git`` is ``sgm``."""

from sgm_git.cli import main

raise SystemExit(main())
