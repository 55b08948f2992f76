"""The classes, networks and file formats of the documents the project starts from, thin, over the public API."""

ARCHITECTURES = {"blobnet": "overtrick.compat.blobnet:BlobNet", "hearts-mlp": "overtrick.compat.hearts_mlp:HeartsMLP"}
"""Their networks by name, for `overtrick.nets.build`."""
