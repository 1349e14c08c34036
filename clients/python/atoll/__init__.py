"""A thin client of `atoll engine`: exact rules of four board games."""

from .engine import Analysis, Batch, Engine, EngineError, Game, Step

__all__ = ["Analysis", "Batch", "Engine", "EngineError", "Game", "Step"]
