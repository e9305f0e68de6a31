"""The card table as a page: `?urlpath=panel-preview/render/binder/table.py` opens it."""

import designkit as dk
from designkit.views.app import page

page(dk.game("reapers")).servable(title="designkit: Reapers")
