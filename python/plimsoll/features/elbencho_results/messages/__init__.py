"""The messages of this package; `base/messages/__init__.py` describes how they are kept."""

from plimsoll.base.messages import Catalogue

message = Catalogue(__file__)
