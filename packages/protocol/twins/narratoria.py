"""Narratoria skill scripts in Python: this one file, copied beside a script, and nothing but the standard library.

    from narratoria import ToolFailure, define_tool

    def run(input, tool):
        tool.log("info", "Looking at the sky")
        return {"phase": "full moon"}

    define_tool(run, input={"properties": {"day": {"type": "integer", "minimum": 1}}, "required": ["day"]})

`run` is given the checked input and a `Tool`; what it returns (a dict, or None) is the output. Whatever it raises becomes
one error event and a done that is not ok. `print` writes to standard error, so that it cannot break the stream of events.
It needs Python 3.8 or newer, and for the host services a system with Unix domain sockets.
"""

import errno
import json
import os
import signal
import socket
import sys
import time
import traceback

__all__ = ["Host", "HostError", "Tool", "ToolFailure", "define_tool"]

LINE_BYTES = 1024 * 1024
CANCEL_SECONDS = 1
NETWORK_ERRNOS = (errno.ENETDOWN, errno.ENETUNREACH, errno.EHOSTDOWN, errno.EHOSTUNREACH, errno.ETIMEDOUT)


class ToolFailure(Exception):
    """Fails the tool with a code of its own, for causes that a plan or a player can do something about."""

    def __init__(self, code, message, details=None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details


class HostError(ToolFailure):
    """A host service refused or failed. `code` is the host's own, or host_unreachable, or bad_response."""


class _Cancelled(BaseException):
    """SIGTERM has come. Not an Exception, so that a script which catches those does not catch it."""


class Tool:
    """What a script works with, beside its input."""

    def __init__(self, given, resident=False):
        host = given.get("host")
        self.request_id = given.get("requestId") if isinstance(given.get("requestId"), str) else ""
        self.dependencies = _dict(given.get("dependencies"))
        self.context = _dict(given.get("context"))
        self.config = _dict(given.get("config"))
        self.host = None
        if isinstance(host, dict) and isinstance(host.get("socket"), str) and isinstance(host.get("token"), str):
            self.host = Host(host["socket"], host["token"])
        self._resident = resident
        self._over = False

    def log(self, level, message, fields=None):
        """level: debug, info, warn or error."""
        self._send({"type": "log", "level": level, "message": message}, fields=fields)

    def state_patch(self, patch):
        """Changes session state by JSON Merge Patch once the tool has succeeded; None removes a key."""
        self._send({"type": "state_patch", "patch": patch})

    def asset(self, asset_id, kind, media_type, path, metadata=None):
        """Announces a file that is already written, in the data folder or the working folder."""
        event = {"type": "asset", "assetId": asset_id, "kind": kind, "mediaType": media_type, "path": path}
        self._send(event, metadata=metadata)

    def ui_event(self, event, payload=None):
        self._send({"type": "ui_event", "event": event}, payload=payload)

    def error(self, code, message, details=None):
        """Reports an error without ending the tool; to end it, raise ToolFailure."""
        self._send({"type": "error", "errorCode": code, "errorMessage": message}, details=details)

    def _send(self, event, **optional):
        if self._over:
            return
        whole = {"version": "0", **event, **{key: value for key, value in optional.items() if value is not None}}
        if self._resident and self.request_id:
            whole["requestId"] = self.request_id
        try:
            # NaN and infinity are no JSON, and everything but ASCII is escaped, whatever the locale.
            line = json.dumps(whole, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"
        except (TypeError, ValueError, RecursionError) as error:
            raise ToolFailure("invalid_event", "An event cannot be written as JSON: %s." % error) from error
        if len(line) > LINE_BYTES:
            raise ToolFailure("event_too_large", "An event of %d bytes is over the limit of %d." % (len(line), LINE_BYTES))
        _write(line)

    def _succeed(self, output):
        if output is not None and not isinstance(output, dict):
            raise ToolFailure("invalid_output", "What a tool returns must be a dict or None.")
        self._send({"type": "done", "ok": True}, output=output)
        self._over = True

    def _fail(self, code, message, details=None):
        message = message or "unknown error"
        try:
            self.error(code, message[:2000], details)
        except ToolFailure:
            self.error(code, message[:2000])
        self._send({"type": "done", "ok": False, "summary": message[:200]})
        self._over = True


class Host:
    """The host services that the skill's manifest declares. Every method raises HostError."""

    def __init__(self, socket_path, token):
        self._socket_path = socket_path
        self._token = token

    def call(self, service, request=None):
        """Any service by its name: POST /v0/<service>, a dict there and a dict back."""
        with self._post(service, request) as response:
            body = self._parse(service, response.read())
        if response.status != 200:
            raise self._refusal(service, response.status, body)
        return body

    def semantic_search(self, data_type, query, limit=5, filters=None):
        """Records that mean something like the query, as dicts with id, relevance (0 to 1) and record."""
        request = {"dataType": data_type, "query": query, "limit": limit}
        if filters is not None:
            request["filters"] = filters
        results = self.call("semanticSearch", request).get("results")
        return results if isinstance(results, list) else []

    def store(self, data_type, record):
        """Stages a record, which is kept when the tool succeeds; gives its id."""
        return self.call("store", {"dataType": data_type, "record": record}).get("id")

    def state(self, path=None):
        """Session state as this tool sees it, or the part of it at a path such as inventory.rope."""
        return self.call("state", {} if path is None else {"path": path}).get("state")

    def generate(self, request):
        """Prose from whoever narrates: yields the pieces as dicts, as they come."""
        with self._post("generate", request) as response:
            if response.status != 200:
                raise self._refusal("generate", response.status, self._parse("generate", response.read()))
            for line in response:
                if not line.strip():
                    continue
                piece = self._parse("generate", line)
                # A stream that fails half-way ends with a piece that holds the error; its status has long been sent.
                if isinstance(piece.get("error"), dict):
                    raise self._refusal("generate", 200, piece)
                yield piece

    def _post(self, service, request):
        # Loading the client costs some milliseconds, which a script that asks nothing of the host saves.
        from http.client import HTTPConnection, HTTPException

        connection = HTTPConnection("narratoria")
        try:
            connection.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            connection.sock.connect(self._socket_path)
            headers = {"Authorization": "Bearer " + self._token, "Content-Type": "application/json", "Connection": "close"}
            connection.request("POST", "/v0/" + service, json.dumps(request or {}, allow_nan=False), headers)
            return connection.getresponse()
        except (OSError, AttributeError, HTTPException) as error:
            connection.close()
            message = "The host service %s cannot be reached: %s." % (service, error)
            raise HostError("host_unreachable", message) from error

    @staticmethod
    def _parse(service, body):
        try:
            value = json.loads(body)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise HostError("bad_response", "The host service %s did not answer with a JSON object." % service)
        return value

    @staticmethod
    def _refusal(service, status, body):
        error = _dict(body.get("error"))
        message = error.get("message") or "status %d" % status
        return HostError(str(error.get("code") or "host_error"), "The host service %s refused: %s" % (service, message))


def define_tool(run, input=None):
    """Makes this process a skill script: the last statement of the script.

    run: called with the input (a dict) and a Tool.
    input: what the input must look like, as a part of JSON Schema: properties, required, and for each property type, enum,
        minimum, maximum, minLength, maxLength, items.
    """
    # Whatever prints must not break the stream of events.
    sys.stdout = sys.stderr
    if os.environ.get("NARRATORIA_RESIDENT") == "1":
        for line in sys.stdin.buffer:
            if line.strip() and not _answer(run, input, line, True):
                break
    else:
        _answer(run, input, _read_all(), False)
    sys.stderr.flush()
    # Threads that a library has left behind must not hold the process open.
    os._exit(0)


def _answer(run, shape, data, resident):
    """From one input to its done. Gives whether the process may go on to the next."""
    tool = Tool({}, resident)
    if hasattr(signal, "SIGTERM"):
        signal.signal(signal.SIGTERM, _on_terminate)
    try:
        given = _parse_input(data)
        tool = Tool(given, resident)
        faults = _faults(dict(shape or {}, type="object"), given["input"], "")
        if faults:
            raise ToolFailure("invalid_input", "; ".join(faults) + ".", {"faults": faults})
        tool._succeed(run(given["input"], tool))
        return True
    except ToolFailure as failure:
        tool._fail(failure.code, failure.message, failure.details)
    except _Cancelled:
        tool._fail("cancelled", "The runtime ended the tool.")
    except SystemExit:
        tool._fail("unfinished", "The script ended before it had an answer.")
    except BaseException as error:  # whatever it is, a plan must hear of it
        # The stack is for whoever develops the skill, so it goes where diagnostics go.
        cause = _network_cause(error)
        if cause is None:
            traceback.print_exc(file=sys.stderr)
        message = str(error) or type(error).__name__
        tool._fail("unexpected" if cause is None else "network_error", message, cause and {"cause": cause})
    finally:
        if hasattr(signal, "SIGTERM"):
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
    return False


def _network_cause(error):
    """Names the class of a network error, also of one that urllib has wrapped; None for any other error."""
    for one in (error, getattr(error, "reason", None), error.__cause__):
        if isinstance(one, BrokenPipeError):
            return None
        if isinstance(one, (ConnectionError, socket.gaierror, socket.timeout)):
            return type(one).__name__
        if isinstance(one, OSError) and one.errno in NETWORK_ERRNOS:
            return type(one).__name__
    return None


def _on_terminate(_signal, _frame):
    if hasattr(signal, "alarm"):
        # Whoever goes on regardless is ended: the default action of the alarm.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(CANCEL_SECONDS)
    raise _Cancelled()


def _read_all():
    # Without standard input there is no object either.
    return b"" if sys.stdin is None else sys.stdin.buffer.read()


def _parse_input(data):
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        found = error if data.strip() else "nothing came"
        message = "Standard input must hold the tool input, one JSON object: %s." % found
        raise ToolFailure("invalid_input", message) from None
    if not isinstance(value, dict):
        raise ToolFailure("invalid_input", "The tool input must be a JSON object.")
    if not isinstance(value.setdefault("input", {}), dict):
        raise ToolFailure("invalid_input", '"input" must be an object.')
    return value


_TYPES = {
    "string": ("text", lambda value: isinstance(value, str)),
    "number": ("a number", lambda value: _is_number(value)),
    "integer": ("a whole number", lambda value: _is_number(value) and float(value).is_integer()),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "array": ("a list", lambda value: isinstance(value, list)),
    "object": ("an object", lambda value: isinstance(value, dict)),
}


def _is_number(value):
    # True is an int in Python; infinity is what becomes of 1e400.
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 1.7976931348623157e308


def _faults(shape, value, path):
    """Sentences that name each field at fault, what is allowed and what came."""
    name = '"%s"' % path if path else "the input"
    wanted, fits = _TYPES.get(shape.get("type"), ("", lambda _value: True))
    if not fits(value):
        return ["%s must be %s, got %s" % (name, wanted, _shown(value))]
    faults = []
    if "enum" in shape and value not in shape["enum"]:
        options = ", ".join(json.dumps(option) for option in shape["enum"])
        faults.append("%s must be one of %s, got %s" % (name, options, _shown(value)))
    if _is_number(value):
        faults += _bounds(shape, value, name + " must be", "", "minimum", "maximum")
    if isinstance(value, str):
        faults += _bounds(shape, len(value), name + " must have", " characters", "minLength", "maxLength")
    if isinstance(value, list):
        faults += _bounds(shape, len(value), name + " must have", " entries", "minItems", "maxItems")
        for index, item in enumerate(value if "items" in shape else []):
            faults += _faults(shape["items"], item, "%s[%d]" % (path, index))
    if isinstance(value, dict):
        inside = path + "." if path else ""
        faults += ['"%s%s" is missing' % (inside, field) for field in shape.get("required", []) if field not in value]
        for field, inner in shape.get("properties", {}).items():
            if field in value:
                faults += _faults(inner, value[field], inside + field)
    return faults


def _bounds(shape, value, start, unit, least, most):
    if least in shape and value < shape[least]:
        return ["%s at least %s%s, got %s" % (start, shape[least], unit, value)]
    if most in shape and value > shape[most]:
        return ["%s at most %s%s, got %s" % (start, shape[most], unit, value)]
    return []


def _shown(value):
    try:
        text = json.dumps(value)
    except RecursionError:
        return "something nested very deep"
    return text if len(text) <= 60 else text[:57] + "..."


def _dict(value):
    return value if isinstance(value, dict) else {}


def _write(line):
    while line:
        try:
            line = line[os.write(1, line):]
        except BlockingIOError:
            # A pipe that another process made non-blocking is full.
            time.sleep(0.002)
        except BrokenPipeError:
            # Nobody reads any more: there is nothing left to do and nobody to tell.
            os._exit(0)
