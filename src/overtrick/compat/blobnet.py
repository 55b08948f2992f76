"""`BlobNet` and `BlobNetTrainer`: the Blob source's transformer, one token wide, and its training step."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from overtrick.games.blob.observations.schemas import BLOB_1
from overtrick.nets.network import ACTIONS, SEATS, Network, Outputs, masked_log_softmax, masked_softmax, padded

Numbers = Tensor | np.ndarray[Any, Any]


class BlobNet(Network):
    """256 numbers, six transformer layers over a single token, a policy over 52 actions and a value for the viewer."""

    architecture: ClassVar[str] = "blobnet"

    def __init__(
        self,
        state_dim: int = BLOB_1.size,
        embedding_dim: int = 256,
        num_layers: int = 6,
        num_heads: int = 8,
        feedforward_dim: int = 1024,
        dropout: float = 0.1,
        max_bid: int = 17,
        max_cards: int = ACTIONS,
    ) -> None:
        super().__init__()
        self.schema = BLOB_1
        self.settings = {
            "state_dim": state_dim,
            "embedding_dim": embedding_dim,
            "num_layers": num_layers,
            "num_heads": num_heads,
            "feedforward_dim": feedforward_dim,
            "dropout": dropout,
            "max_bid": max_bid,
            "max_cards": max_cards,
        }
        self.input_embedding = nn.Linear(state_dim, embedding_dim)
        self.input_norm = nn.LayerNorm(embedding_dim)
        self.positional_encoding = nn.Parameter(torch.randn(1, 1, embedding_dim))
        layer = nn.TransformerEncoderLayer(embedding_dim, num_heads, feedforward_dim, dropout, batch_first=True)
        self.transformer = nn.TransformerEncoder(layer, num_layers)
        self.policy_fc = nn.Sequential(
            nn.Linear(embedding_dim, 256), nn.ReLU(), nn.Dropout(dropout), nn.Linear(256, max(max_bid + 1, max_cards))
        )
        self.value_fc = nn.Sequential(
            nn.Linear(embedding_dim, 128), nn.ReLU(), nn.Dropout(dropout), nn.Linear(128, 1), nn.Tanh()
        )

    def forward(self, state: Numbers, legal_actions_mask: Numbers | None = None) -> tuple[Tensor, Tensor]:
        """Probabilities [B, 52] and value [B, 1] for states [B, 256]; a single state gives single answers."""
        states = torch.as_tensor(state, dtype=torch.float32)
        rows = states if states.dim() > 1 else states.unsqueeze(0)
        logits, value = self._heads(rows)
        masks = torch.ones_like(logits) if legal_actions_mask is None else torch.as_tensor(legal_actions_mask)
        policy = masked_softmax(logits, masks)
        return (policy, value) if states.dim() > 1 else (policy.squeeze(0), value.squeeze(0))

    def judge(self, observations: Tensor) -> Outputs:
        """The source's value is the viewer's alone; the other seats get 0, the middle of the scale."""
        logits, value = self._heads(observations)
        return Outputs(logits, padded(value, SEATS))

    def _heads(self, states: Tensor) -> tuple[Tensor, Tensor]:
        tokens = self.input_norm(self.input_embedding(states)).unsqueeze(1) + self.positional_encoding
        features = self.transformer(tokens).squeeze(1)
        return self.policy_fc(features), self.value_fc(features)


class BlobNetTrainer:
    """Fits a `BlobNet` to search's move probabilities and to results."""

    def __init__(
        self,
        model: BlobNet,
        learning_rate: float = 0.001,
        weight_decay: float = 1e-4,
        value_loss_weight: float = 1.0,
        policy_loss_weight: float = 1.0,
    ) -> None:
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=learning_rate, weight_decay=weight_decay)
        self.value_loss_weight = value_loss_weight
        self.policy_loss_weight = policy_loss_weight

    def compute_loss(
        self, state: Numbers, target_policy: Numbers, target_value: Numbers, legal_actions_mask: Numbers
    ) -> tuple[Tensor, dict[str, float]]:
        """Cross-entropy to the target policy plus squared error of the value, weighted, and the parts by name."""
        logits, value = self.model._heads(torch.as_tensor(state, dtype=torch.float32))
        log_policy = masked_log_softmax(logits, torch.as_tensor(legal_actions_mask))
        targets = torch.as_tensor(target_policy, dtype=torch.float32)
        policy_loss = -torch.where(targets > 0, targets * log_policy, 0.0).sum(dim=-1).mean()
        value_loss = functional.mse_loss(value, torch.as_tensor(target_value, dtype=torch.float32))
        total = self.policy_loss_weight * policy_loss + self.value_loss_weight * value_loss
        parts = {"total_loss": total.item(), "policy_loss": policy_loss.item(), "value_loss": value_loss.item()}
        return total, parts

    def train_step(
        self, state: Numbers, target_policy: Numbers, target_value: Numbers, legal_actions_mask: Numbers
    ) -> dict[str, float]:
        """One step of Adam with gradients clipped to length 1; the losses before it."""
        self.model.train()
        self.optimizer.zero_grad()
        loss, parts = self.compute_loss(state, target_policy, target_value, legal_actions_mask)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.model.parameters(), max_norm=1.0)
        self.optimizer.step()
        return parts
