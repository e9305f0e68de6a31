"""Bad input in a notebook: one sentence and the line that it came from, no traceback."""

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config


def test_a_notebook_shows_the_line_and_the_sentence_alone(capsys):
    shell = InteractiveShell(config=Config({"HistoryManager": {"enabled": False}}))
    shell.run_cell('import designkit as dk\n\ndk.game("reaper")')
    said = capsys.readouterr().out.strip().splitlines()
    assert said[0] == 'line 3: dk.game("reaper")'
    assert said[1].startswith("BadVariant: There is no game 'reaper'; the games are ")
    assert len(said) == 2
