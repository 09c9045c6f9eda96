"""Errors over HTTP, in one JSON shape: `{"error": sentence, "cite": paragraph, "retry": whether to try again}`.

The error's type gives the status. Input is never echoed, so no password gets into an answer or a log.
"""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketState

from pitboss import errors
from pitboss.errors import PitbossError, public_message
from pitboss.floor.desk.jobs import BusyError
from pitboss.floor.people.names import BadNameError
from pitboss.floor.people.passwords import BadPasswordError
from pitboss.floor.people.rate_limits import RateLimitError
from pitboss.floor.people.registry import NoSuchAccountError, NotSignedInError, WrongPasswordError
from pitboss.floor.people.roles import ForbiddenError
from pitboss.floor.storage.transactions import ConflictError
from pitboss.school.acts import BadAct
from pitboss.school.drills.questions import BadAnswer
from pitboss.school.table_tests import BadCriteria
from pitboss.submissions.reading import BadSubmission

LONGEST_REASON = 120  # bytes of a WebSocket's close reason
SENTENCES = {  # of errors outside the floor
    400: "that request cannot be read",
    404: "there is nothing of that name here",
    405: "that cannot be done to this",
}


class NotFoundError(PitbossError, kind="Missing"):
    """Something that does not exist here."""


class Problem(BaseModel):
    """What went wrong, the paragraph it offends if there is one, and whether to try again later."""

    error: str
    cite: str = ""
    kind: str = ""  # of the error, in a word
    retry: bool = False


STATUS: dict[type[PitbossError], int] = {
    NotSignedInError: 401,
    WrongPasswordError: 401,
    ForbiddenError: 403,
    NoSuchAccountError: 404,
    NotFoundError: 404,
    errors.NotYours: 403,
    RateLimitError: 429,
    errors.Stopped: 503,
    errors.OutOfTurn: 409,
    errors.Unbalanced: 500,
    errors.BadLog: 500,
    BadNameError: 422,
    BadPasswordError: 422,
    BadSubmission: 422,
    BadAct: 422,
    BadAnswer: 422,
    BadCriteria: 422,
    errors.BadCommand: 422,
    errors.BadCard: 422,
    errors.IllegalWager: 422,
    errors.IllegalDecision: 422,
    errors.InexactPayment: 422,
    errors.NotAuthorized: 422,
    PitbossError: 409,
}
RETRY: tuple[type[PitbossError], ...] = (RateLimitError, errors.Stopped, ConflictError)


def status_of(error: PitbossError) -> int:
    """The status of an answer to bad input: of its type, or of the nearest type above it that has one."""
    return next(STATUS[each] for each in type(error).__mro__ if each in STATUS)


def answer_to(error: PitbossError, status: int | None = None, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """The answer to bad input."""
    status = status or status_of(error)
    heads = dict(headers or {})
    if isinstance(error, RateLimitError | BusyError):
        heads["retry-after"] = str(error.wait)
    if status == 401:
        heads["www-authenticate"] = "Bearer"
    problem = Problem(error=public_message(error), cite=error.cite, kind=error.kind, retry=isinstance(error, RETRY))
    return JSONResponse(problem.model_dump(), status, heads)


def answer_errors(app: FastAPI) -> None:
    """Has an application answer every error in the one shape."""
    for_requests_and_sockets: Any = bad_input  # a handler is typed for one of them
    app.add_exception_handler(PitbossError, for_requests_and_sockets)
    app.add_exception_handler(RequestValidationError, _bad_fields)
    app.add_exception_handler(HTTPException, by_status)
    app.add_exception_handler(Exception, _defect)


async def refuse_socket(socket: WebSocket, error: PitbossError, answer: Response) -> None:
    """Close a WebSocket; before it is open, send the answer that a request would get."""
    if socket.application_state is WebSocketState.CONNECTING and "websocket.http.response" in socket.scope.get(
        "extensions", {}
    ):
        await socket.send_denial_response(answer)
    elif socket.application_state is not WebSocketState.DISCONNECTED:
        await socket.close(1008, public_message(error).encode()[:LONGEST_REASON].decode(errors="ignore"))


async def refuse(error: PitbossError, answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request or close a WebSocket, before the application has it."""
    if scope["type"] == "http":
        await answer(scope, receive, send)
    else:
        await refuse_socket(WebSocket(scope, receive, send), error, answer)


async def bad_input(connection: HTTPConnection, error: Exception) -> Response | None:
    """The answer to bad input, for a request; a WebSocket is closed with it."""
    assert isinstance(error, PitbossError)
    if status_of(error) >= 500 and not isinstance(error, errors.Stopped):
        raise error  # a defect, to be logged
    answer = answer_to(error)
    if isinstance(connection, WebSocket):
        await refuse_socket(connection, error, answer)
        return None
    return answer


async def _bad_fields(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return JSONResponse(Problem(error=sentence_of(error.errors())).model_dump(), 422)


async def by_status(request: Request, error: Exception) -> JSONResponse:
    """The answer to requests without a route."""
    assert isinstance(error, HTTPException)
    sentence = SENTENCES.get(error.status_code, "that cannot be done")
    return JSONResponse(Problem(error=sentence).model_dump(), error.status_code, error.headers)


async def _defect(request: Request, error: Exception) -> JSONResponse:
    sentence = "the floor itself failed at that; what was asked for may or may not have been done"
    return JSONResponse(Problem(error=sentence).model_dump(), 500)


def sentence_of(faults: Any) -> str:
    """The first fault of a body in a sentence, without the input.

    >>> sentence_of([{"type": "missing", "loc": ("body", "password"), "msg": "Field required"}])
    'password: Field required'
    >>> sentence_of([{"type": "string_too_long", "loc": ("body", "name"), "msg": "…", "ctx": {"max_length": 160}}])
    'name: at most 160 characters'
    >>> sentence_of([{"type": "string_too_short", "loc": ("body", "text"), "msg": "…", "ctx": {"min_length": 1}}])
    'text: this must not be empty'
    """
    fault = faults[0]
    if fault["type"] == "extra_forbidden":  # the location is input
        return "there is a field that is not known here"
    if fault["type"] == "json_invalid":
        return "the body is not JSON"
    place = ".".join(map(str, fault["loc"][1:]))  # the first is "body", "query" or "path"
    said = str(fault["msg"])
    if fault["type"] == "string_too_long":
        said = f"at most {fault['ctx']['max_length']:,} characters"
    elif fault["type"] == "string_too_short":
        least = fault["ctx"]["min_length"]
        said = "this must not be empty" if least == 1 else f"at least {least:,} characters"
    return f"{place}: {said}" if place else said
