"""The folder of compiled kernels under JAX's names."""

import fjax
from fjax.experimental.compilation_cache import compilation_cache
from fjax.lowering import disk_cache


def test_the_folder_is_the_one_that_was_set(tmp_path, monkeypatch):
    before = fjax.config.compilation_cache_dir
    try:
        compilation_cache.set_cache_dir(tmp_path / "kernels")
        assert fjax.config.compilation_cache_dir == str(tmp_path / "kernels")
        if fjax.config.enable_compilation_cache:
            assert disk_cache.directory() == tmp_path / "kernels"
    finally:
        fjax.config.update("compilation_cache_dir", before)


def test_a_reset_lets_warnings_be_given_again(monkeypatch):
    monkeypatch.setattr(disk_cache, "_warned", {"a folder"})
    compilation_cache.reset_cache()
    assert not disk_cache._warned
