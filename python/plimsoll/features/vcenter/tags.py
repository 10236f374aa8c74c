"""Tags of a vCenter, through REST: categories, tags, and the datastores that carry them.

Names are sent as JSON in a body, never in a URL; URLs contain only vCenter's ids. Deleting is
refused while others use an object: deleting a category would delete its tags, deleting a tag would
remove it everywhere."""

from dataclasses import asdict, dataclass
from urllib.parse import quote

from plimsoll.features.vcenter.messages import message
from plimsoll.features.vcenter.session import MissingError, Session, VcenterError

CATEGORY, TAG = "tagging/category", "tagging/tag"
TAG_ASSOCIATION = "tagging/tag-association"
DESCRIPTION = "made by plimsoll policy"


@dataclass(frozen=True)
class Carrier:
    """An object that may carry tags: its kind (Datastore) and vCenter's id."""

    type: str
    id: str


def _id(kind: str, id_: str) -> str:
    return f"{kind}/id:{quote(id_, safe='')}"


def category(session: Session, name: str) -> str | None:
    """The id of a category."""
    for id_ in session.rest("GET", CATEGORY) or ():
        if _name(session, CATEGORY, id_) == name:
            return str(id_)
    return None


def _name(session: Session, kind: str, id_: str) -> str:
    """The name of a category or tag; empty if it was deleted since the listing."""
    try:
        match session.rest("GET", _id(kind, id_)):
            case {"name": str(name)}:
                return name
    except MissingError:
        pass
    return ""


def _tags(session: Session, category_id: str) -> list[str]:
    path = f"{_id(TAG, category_id)}?~action=list-tags-for-category"
    return [str(id_) for id_ in session.rest("POST", path, {}) or ()]


def tag(session: Session, category_name: str, name: str) -> str | None:
    """The id of a tag in the category with this name."""
    category_id = category(session, category_name)
    if category_id is None:
        return None
    for id_ in _tags(session, category_id):
        if _name(session, TAG, id_) == name:
            return id_
    return None


def make_category(session: Session, name: str) -> None:
    """Makes a category of tags for datastores. A datastore may carry several of its tags."""
    spec = {
        "name": name,
        "description": DESCRIPTION,
        "cardinality": "MULTIPLE",
        "associable_types": ["Datastore"],
    }
    session.rest("POST", CATEGORY, {"create_spec": spec})


def make_tag(session: Session, category_name: str, name: str) -> None:
    """Makes a tag. Raises MissingError without its category."""
    category_id = category(session, category_name)
    if category_id is None:
        raise MissingError(message("no-category", category=category_name))
    spec = {"name": name, "description": DESCRIPTION, "category_id": category_id}
    session.rest("POST", TAG, {"create_spec": spec})


def delete_category(session: Session, name: str) -> None:
    """Deletes a category that has no tags."""
    category_id = category(session, name)
    if category_id is None:
        return
    if left := _tags(session, category_id):
        names = ", ".join(_name(session, TAG, id_) for id_ in left)
        raise VcenterError(*message.refusal("category-in-use", category=name, tags=names))
    session.rest("DELETE", _id(CATEGORY, category_id))


def delete_tag(session: Session, category_name: str, name: str) -> None:
    """Deletes a tag that nothing carries."""
    tag_id = tag(session, category_name, name)
    if tag_id is None:
        return
    path = f"{_id(TAG_ASSOCIATION, tag_id)}?~action=list-attached-objects"
    if left := session.rest("POST", path, {}):
        raise VcenterError(*message.refusal("tag-in-use", tag=name, objects=len(left)))
    session.rest("DELETE", _id(TAG, tag_id))


def carries(session: Session, carrier: Carrier, category_name: str, name: str) -> bool:
    """Whether an object carries a tag."""
    tag_id = tag(session, category_name, name)
    if tag_id is None:
        return False
    body = {"object_id": asdict(carrier)}
    return tag_id in (
        session.rest("POST", f"{TAG_ASSOCIATION}?~action=list-attached-tags", body) or ()
    )


def attach(session: Session, carrier: Carrier, category_name: str, name: str, *, on: bool) -> None:
    """Attaches a tag to an object, or detaches it."""
    tag_id = tag(session, category_name, name)
    if tag_id is None:
        if not on:
            return
        raise MissingError(message("no-tag", tag=name, category=category_name))
    action = "attach" if on else "detach"
    body = {"object_id": asdict(carrier)}
    session.rest("POST", f"{_id(TAG_ASSOCIATION, tag_id)}?~action={action}", body)
