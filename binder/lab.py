"""The lab's dashboard as a page: `?urlpath=panel-preview/render/binder/lab.py` opens it."""

from designkit.views.lab import app

app().servable(title="designkit: the lab")
