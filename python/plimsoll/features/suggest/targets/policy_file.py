"""A policy of Plimsoll's own, which `plimsoll policy` applies to any system that it knows and
proves there by load. Add the system and the volumes to it."""

import json
import tomllib

from pydantic import ValidationError

from plimsoll.base.errors import UsageError
from plimsoll.features.policy.file import LONGEST_NAME, PolicyFile
from plimsoll.features.policy.rules import Rates, Rules
from plimsoll.features.suggest.choosing import Choosing, Meaning, PolicyChoice, apart, together
from plimsoll.features.suggest.messages import message
from plimsoll.features.suggest.targets.contract import Option, Target, UnreadableError

SCOPES = {"together": together, "apart": apart}


def _choose(choosing: Choosing, options: dict[Option, str]) -> PolicyChoice:
    scope = options.get("type", "together")
    if scope not in SCOPES:
        raise UsageError(*message.refusal("no-scope", "scope", name=scope))
    return SCOPES[scope](choosing)


def _amounts(rates: Rates) -> str:
    texts = []
    if rates.ops_per_s is not None:
        texts.append(f"{round(rates.ops_per_s)} IOPS")
    if rates.bytes_per_s is not None:
        texts.append(f"{round(rates.bytes_per_s)} B/s")
    return json.dumps(texts)


def _write(meaning: Meaning, options: dict[Option, str]) -> str:
    assert isinstance(meaning, Rules)
    name = options["for"]
    if len(name) > LONGEST_NAME:
        raise UsageError(*message.refusal("name-long", "option-for", most=LONGEST_NAME))
    if meaning.shared.is_set:
        limit = _amounts(meaning.shared)
    else:
        own = [
            f"{kind} = {_amounts(rates)}"
            for kind, rates in (("read", meaning.read), ("write", meaning.write))
            if rates.is_set
        ]
        limit = f"{{ {', '.join(own)} }}"
    # A string of JSON is one of TOML, but for the halves of what lies beyond 16 bits.
    key = json.dumps(name, ensure_ascii=False)
    head = f"version = 1\n\n[component.{key}]\nlimit = {limit}\n"
    return f"{head}\n[policy.{key}]\ncomponents = [{key}]\n"


def _read(text: str) -> Rules:
    try:
        file = PolicyFile.model_validate(tomllib.loads(text))
        [policy] = file.policy.values()
        [name] = policy.components
        return file.component[name].rules()
    except (ValueError, ValidationError) as error:
        raise UnreadableError(str(error)) from None


POLICY = Target("policy", ("for",), _choose, _write, _read, optional=("type",))
