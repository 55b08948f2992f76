"""Model files: what is written, what comes back, and everything that is refused."""

import hashlib
import io
import json
import os
import pickle
import shutil
import subprocess
import sys
import zipfile

import numpy as np
import onnx
import pytest
import torch

from overtrick.errors import ModelError
from overtrick.export import bundle as writing
from overtrick.export.bundle import export_bundle
from overtrick.export.compare import points_per_deal
from overtrick.nets import bundle as bundles
from overtrick.nets.build import build
from overtrick.nets.bundle import MANIFEST, MODEL, VECTORS, find_model, open_bundle
from overtrick.nets.checkpoint import load_checkpoint, load_network, save_checkpoint
from overtrick.nets.graph import read_graph
from overtrick.nets.torch_evaluator import TorchEvaluator
from tests.nets.models import SMALL, small_bundle, small_network


def parts_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(path, parts):
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


def resigned(parts):
    """The parts with a manifest whose hashes fit again: what somebody who means harm would do."""
    manifest = json.loads(parts[MANIFEST])
    for name in (MODEL, VECTORS):
        manifest["parts"][name]["sha256"] = hashlib.sha256(parts[name]).hexdigest()
    return {**parts, MANIFEST: json.dumps(manifest).encode()}


@pytest.fixture
def parts():
    return parts_of(small_bundle("blob-plain"))


@pytest.mark.parametrize("name", SMALL)
def test_manifest_tells_what_the_model_is(name):
    network, bundle = small_network(name), open_bundle(small_bundle(name))
    heads_of_training = sum(parameter.numel() for label, parameter in network.named_parameters() if "location" in label)
    assert bundle.graph.count_parameters() == network.count_parameters() - heads_of_training
    assert bundle.manifest["parameters"] == bundle.graph.count_parameters()
    assert bundle.schema == network.schema
    assert bundle.manifest["architecture"] == {"name": network.architecture, "settings": network.settings}
    assert bundle.manifest["training"]["note"] == "random weights"
    assert bundle.manifest["difference_to_torch"] < 1e-5
    assert bundle.vectors()["observations"].shape == (8, network.schema.size)


def test_int8_counts_the_same_and_is_smaller():
    small, full = open_bundle(small_bundle("hearts-mlp", int8=True)), open_bundle(small_bundle("hearts-mlp"))
    assert small.graph.count_parameters() == full.graph.count_parameters() == 559_721
    assert small.size < full.size / 2
    assert small.manifest["quantization"] == "int8"


@pytest.mark.parametrize("name", ["blobnet", "blob-tokens"])
def test_int8_reaches_the_layers_of_transformers(name):
    weights = open_bundle(small_bundle(name, int8=True)).graph.weights
    large = [label for label, weight in weights.items() if weight.dtype == np.float32 and weight.size > 2000]
    assert large == []


def test_a_folder_works_as_well(tmp_path):
    report = export_bundle(small_network("hearts-plain"), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [MANIFEST, MODEL, VECTORS]
    assert report.difference < 1e-5
    assert open_bundle(tmp_path).game == "hearts"


def test_equal_models_are_equal_files(tmp_path):
    paths = [tmp_path / "one.overtrick", tmp_path / "two.overtrick"]
    for path in paths:
        export_bundle(small_network("hearts-plain"), path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_differing_graph_is_not_written(tmp_path, monkeypatch):
    other = writing.onnx_of(small_network("hearts-plain").apply(_shift))
    monkeypatch.setattr(writing, "onnx_of", lambda network: other)
    with pytest.raises(ModelError, match=r"differ by .* nothing was written"):
        export_bundle(small_network("hearts-plain"), tmp_path / "bad.overtrick")
    assert list(tmp_path.iterdir()) == []


def _shift(module):
    if getattr(module, "bias", None) is not None:
        module.bias.data += 0.01


def test_missing_and_foreign_files_are_refused(tmp_path):
    with pytest.raises(ModelError, match="there is no model file"):
        open_bundle(tmp_path / "none.overtrick")
    with pytest.raises(ModelError, match="neither as a file nor in the package"):
        find_model(str(tmp_path / "none"))
    text = tmp_path / "text.overtrick"
    text.write_text("hello")
    with pytest.raises(ModelError, match="no model bundle"):
        open_bundle(text)
    with pytest.raises(ModelError, match=r"manifest\.json is missing"):
        open_bundle(pack(tmp_path / "empty.overtrick", {"x": b""}))
    with pytest.raises(ModelError, match=r"manifest\.json is missing"):
        open_bundle(tmp_path)


def test_files_too_large_for_a_model_are_not_read(tmp_path, monkeypatch, parts):
    monkeypatch.setattr(bundles, "MOST_BYTES", 1 << 20)
    path = pack(tmp_path / "large.overtrick", {**parts, VECTORS: bytes(1 << 20)})
    with pytest.raises(ModelError, match="larger than 1 MB"):
        open_bundle(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**parts, MODEL: b"", VECTORS: bytes(2 << 20)}.items():
            archive.writestr(name, data)
    with pytest.raises(ModelError, match="unpack to more than 1 MB"):
        open_bundle(path)


class Harm:
    """A pickle that would leave a mark."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


def test_pickles_are_refused_unopened(tmp_path):
    mark = tmp_path / "executed"
    bare, inside = tmp_path / "model.pkl", tmp_path / "model.pt"
    bare.write_bytes(pickle.dumps(Harm(mark)))
    pack(inside, {"archive/data.pkl": pickle.dumps(Harm(mark))})
    for path in (bare, inside):
        with pytest.raises(ModelError, match="pickle"):
            open_bundle(path)
        with pytest.raises(ModelError, match="pickle"):
            load_checkpoint(path)
    assert not mark.exists()


def test_checkpoints_whose_header_is_as_long_as_a_pickles_mark_are_loaded(tmp_path):
    network, path, marks = small_network("hearts-plain"), tmp_path / "network.safetensors", set()
    for length in range(0, 256, 8):
        save_checkpoint(path, network, {"note": "x" * length})
        marks.add(path.read_bytes()[:1])
        assert load_checkpoint(path)[1] == {"note": "x" * length}
    assert b"\x80" in marks


def test_pickles_in_test_vectors_are_not_loaded(tmp_path, parts):
    mark, file = tmp_path / "executed", io.BytesIO()
    np.savez(file, observations=np.array([Harm(mark)], dtype=object))
    bundle = open_bundle(pack(tmp_path / "vectors.overtrick", resigned({**parts, VECTORS: file.getvalue()})))
    with pytest.raises(ModelError, match="test vectors"):
        bundle.vectors()
    assert not mark.exists()


def test_paths_outside_are_refused(tmp_path, parts):
    with pytest.raises(ModelError, match="a path outside the bundle"):
        open_bundle(pack(tmp_path / "up.overtrick", {**parts, "../evil": b"x"}))
    folder = tmp_path / "folder"
    folder.mkdir()
    for name, data in parts.items():
        (folder / name).write_bytes(data)
    (folder / MODEL).unlink()
    (tmp_path / "elsewhere.onnx").write_bytes(parts[MODEL])
    (folder / MODEL).symlink_to(tmp_path / "elsewhere.onnx")
    with pytest.raises(ModelError, match="leads outside its folder"):
        open_bundle(folder)
    with pytest.raises(ModelError, match="does not belong"):
        open_bundle(pack(tmp_path / "more.overtrick", {**parts, "extra": b"x"}))


@pytest.mark.parametrize("kept", [0.02, 0.5, 0.9, 0.999])
def test_truncated_files_are_refused(tmp_path, kept):
    data = small_bundle("blob-plain").read_bytes()
    path = tmp_path / "short.overtrick"
    path.write_bytes(data[: int(len(data) * kept)])
    with pytest.raises(ModelError, match="damaged or truncated"):
        open_bundle(path)


def test_changed_bytes_are_refused(tmp_path, parts):
    changed = bytearray(parts[MODEL])
    changed[len(changed) // 2] ^= 1
    with pytest.raises(ModelError, match=r"model\.onnx .* the SHA-256 differs"):
        open_bundle(pack(tmp_path / "changed.overtrick", {**parts, MODEL: bytes(changed)}))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 2}, "bundle format 2"),
        ({"schema": {"name": "blob-2", "hash": "0" * 64}}, "made for another blob-2"),
        ({"schema": {"name": "bridge-1", "hash": "0" * 64}}, "schema 'bridge-1'"),
        ({"rules": {"game": "blob", "version": 7}}, "rules blob 7"),
        ({"parts": {"../../etc/passwd": {"sha256": ""}}}, "must list"),
        ({"parts": 3}, "damaged: parts"),
        ({"parts": {MODEL: 3, VECTORS: 3}}, "the SHA-256 differs"),
        ({"schema": 3}, "damaged: schema"),
        ({"rules": {"game": 1}}, "damaged: rules"),
    ],
)
def test_manifests_that_do_not_fit_are_refused(tmp_path, parts, change, message):
    manifest = {**json.loads(parts[MANIFEST]), **change}
    with pytest.raises(ModelError, match=message):
        open_bundle(pack(tmp_path / "odd.overtrick", {**parts, MANIFEST: json.dumps(manifest)}))


def test_a_manifest_that_is_no_json_is_refused(tmp_path, parts):
    with pytest.raises(ModelError, match=r"manifest .* is damaged"):
        open_bundle(pack(tmp_path / "odd.overtrick", {**parts, MANIFEST: b"{"}))


def test_external_data_is_refused(tmp_path, parts):
    model = onnx.load_from_string(parts[MODEL])
    weight = model.graph.initializer[0]
    weight.ClearField("raw_data")
    weight.data_location = onnx.TensorProto.EXTERNAL
    weight.external_data.add(key="location", value="/etc/passwd")
    evil = resigned({**parts, MODEL: model.SerializeToString()})
    with pytest.raises(ModelError, match="keeps weights in another file"):
        open_bundle(pack(tmp_path / "external.overtrick", evil))


def test_operators_beyond_onnx_are_refused(tmp_path, parts):
    model = onnx.load_from_string(parts[MODEL])
    model.graph.node[0].domain = "com.microsoft"
    model.graph.node[0].op_type = "EPContext"
    evil = resigned({**parts, MODEL: model.SerializeToString()})
    with pytest.raises(ModelError, match=r"com\.microsoft\.EPContext"):
        open_bundle(pack(tmp_path / "operator.overtrick", evil))


def test_graphs_that_are_none_are_refused():
    for data in (b"", b"\xff\xff\xff", b"\x3a\xff\x01abc", b"\x0f"):
        with pytest.raises(ModelError):
            read_graph(data)


def test_checkpoints_travel(tmp_path):
    path = tmp_path / "net.safetensors"
    network = small_network("hearts-tokens")
    save_checkpoint(path, network, {"iterations": 3})
    again, training = load_checkpoint(path)
    assert training == {"iterations": 3}
    assert again.settings == network.settings
    rows = np.random.default_rng(1).random((2, network.schema.size)).astype(np.float32)
    masks = np.ones((2, 52), np.float32)
    left, right = (TorchEvaluator(net).evaluate(rows, masks) for net in (network, again))
    np.testing.assert_array_equal(left.probabilities, right.probabilities)


@pytest.mark.parametrize("name", ["hearts-plain", "blob-plain"])
def test_a_bundle_gives_the_network_back(tmp_path, name):
    network = small_network(name)
    export_bundle(network, tmp_path / "net.overtrick")
    again = load_network(tmp_path / "net.overtrick")
    assert again.settings == network.settings
    exported = {key: weight for key, weight in network.state_dict().items() if not key.startswith("location_head.")}
    assert len(exported) == 10
    assert all(torch.equal(again.state_dict()[key], weight) for key, weight in exported.items())


def test_rounded_weights_can_be_trained_on(tmp_path):
    network = build("plain", {"game": "blob", "layers": [32, 32], "version": 3, "locator": [24]}, seed=2)
    export_bundle(network, tmp_path / "net.overtrick", int8=True, deals=2)
    again = load_network(tmp_path / "net.overtrick")
    for key, weight in network.state_dict().items():
        if not key.startswith("location_head."):
            torch.testing.assert_close(again.state_dict()[key], weight, atol=0.004, rtol=0)


def test_damaged_checkpoints_are_refused(tmp_path):
    from safetensors.numpy import save_file

    path = tmp_path / "net.safetensors"
    with pytest.raises(ModelError, match="there is no checkpoint"):
        load_checkpoint(path)
    save_checkpoint(path, small_network("hearts-plain"))
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(ModelError, match="damaged"):
        load_checkpoint(path)
    save_file({"x": np.zeros(1)}, path)
    with pytest.raises(ModelError, match="no checkpoint of Overtrick"):
        load_checkpoint(path)


@pytest.mark.parametrize("game", ["blob", "hearts"])
def test_a_model_gains_nothing_against_itself(game):
    evaluator = TorchEvaluator(small_network(f"{game}-plain"))
    points = points_per_deal(evaluator, evaluator, 6, seed=2)
    assert points.mean == pytest.approx(0.0, abs=1e-9)


def run(*args):
    return subprocess.run(
        [sys.executable, "-m", "overtrick.cli.main", *map(str, args)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def test_export_and_info_from_the_command_line(tmp_path):
    checkpoint, output = tmp_path / "net.safetensors", tmp_path / "net.overtrick"
    save_checkpoint(checkpoint, small_network("hearts-plain"), {"figures": {"points": 1.5}})
    done = run("export", "--checkpoint", checkpoint, "--output", output, "--int8", "--deals", 4)
    assert done.returncode == 0, done.stderr
    assert "largest difference between torch and ONNX Runtime" in done.stdout
    assert "points per deal against the original" in done.stdout
    told = run("info", "model", output)
    assert told.returncode == 0, told.stderr
    counted = open_bundle(output).graph.count_parameters()
    assert f"{counted:,} counted" in told.stdout
    facts = json.loads(run("info", "model", output, "--json").stdout)
    assert facts["parameters"] == counted


def test_refusals_are_one_line(tmp_path):
    path = tmp_path / "model.pkl"
    path.write_bytes(pickle.dumps({}))
    refused = run("info", "model", path)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "pickle" in refused.stderr


def test_info_needs_no_heavy_imports():
    code = (
        "import sys; from overtrick.cli import info; from overtrick.nets.bundle import open_bundle;"
        f"info.as_text(info.facts_of(open_bundle({str(small_bundle('hearts-plain'))!r})));"
        "sys.exit(any(name in sys.modules for name in ('numba', 'torch', 'onnxruntime')))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": os.pathsep.join(sys.path)})


def test_gen_weights_puts_a_model_into_the_package(tmp_path, monkeypatch):
    from typer.testing import CliRunner

    from overtrick.cli.gen_weights import app

    monkeypatch.setattr(bundles, "SHIPPED", tmp_path / "models")
    source = tmp_path / "mine.overtrick"
    shutil.copy(small_bundle("hearts-mlp"), source)
    done = CliRunner().invoke(app, ["--from", str(source)])
    assert done.exit_code == 0, done.output
    assert "559,721 parameters" in done.output
    assert find_model("hearts") == tmp_path / "models" / "hearts.overtrick"
    assert open_bundle(find_model("hearts")).game == "hearts"
