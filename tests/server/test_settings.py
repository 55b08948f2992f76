"""Settings: every one documented, and flags before environment before file."""

from __future__ import annotations

from pathlib import Path

from overtrick.server.settings import Settings

DOCS = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")


def test_every_setting_is_documented():
    for name, setting in Settings.model_fields.items():
        assert setting.description
        assert f"| `{name}` |" in DOCS
        assert setting.description in DOCS


def test_flags_before_environment_before_file(tmp_path, monkeypatch):
    file = tmp_path / "overtrick.toml"
    file.write_text("port = 1\nqueue = 11\nexpert_ms = 111\n")
    monkeypatch.setenv("OVERTRICK_CONFIG", str(file))
    monkeypatch.setenv("OVERTRICK_PORT", "2")
    monkeypatch.setenv("OVERTRICK_QUEUE", "22")
    settings = Settings(port=3)
    assert (settings.port, settings.queue, settings.expert_ms) == (3, 22, 111)


def test_it_listens_on_this_machine_only():
    assert Settings().host == "127.0.0.1"
