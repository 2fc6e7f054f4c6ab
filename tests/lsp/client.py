"""A tiny client of the language server: speaks JSON-RPC over its pipes."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any

from hoyle.lsp import server

SECONDS = 20  # for one answer; a shared machine may be slow, the server is not

ROOT = Path(__file__).resolve().parents[2]


class Failed(Exception):
    """The server answered with an error."""


class Client:
    """Talks to one server; every text in it is opened and changed as an editor would."""

    def __init__(self, to_server: IO[bytes], from_server: IO[bytes]) -> None:
        self.to_server, self.from_server = to_server, from_server
        self.answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self.diagnostics: dict[str, queue.Queue[dict[str, Any]]] = {}
        self.number = 0
        self.version = 0
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        stream = self.from_server
        while line := stream.readline():
            length = 0
            while line.strip():
                name, _, value = line.decode("ascii").partition(":")
                if name.lower() == "content-length":
                    length = int(value)
                line = stream.readline()
            message = json.loads(stream.read(length))
            if "id" in message and "method" not in message:
                self.answers.put(message)
            elif message.get("method") == "textDocument/publishDiagnostics":
                self._found(message["params"]["uri"]).put(message["params"])

    def _found(self, uri: str) -> queue.Queue[dict[str, Any]]:
        return self.diagnostics.setdefault(uri, queue.Queue())

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode("utf-8")
        self.to_server.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.to_server.flush()

    def notify(self, method: str, params: Any = None) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: Any = None) -> Any:
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        answer = self.answers.get(timeout=SECONDS)
        assert answer["id"] == self.number
        if "error" in answer:
            raise Failed(answer["error"]["message"])
        return answer.get("result")

    # -------------------------------------------------------------- what an editor does
    def initialise(self) -> dict[str, Any]:
        params: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
        result: dict[str, Any] = self.request("initialize", params)
        self.notify("initialized", {})
        return result

    def open(self, uri: str, text: str) -> list[dict[str, Any]]:
        """Opens a text and waits for what is found in it."""
        self._note(uri, text)
        document = {"uri": uri, "languageId": "yaml", "version": self.versions[uri], "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return self.found(uri)

    def change(self, uri: str, text: str) -> list[dict[str, Any]]:
        """Changes a text and waits for what is found in it then."""
        self.type(uri, text)
        return self.found(uri)

    def type(self, uri: str, text: str) -> None:
        self._note(uri, text)
        document = {"uri": uri, "version": self.versions[uri]}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def _note(self, uri: str, text: str) -> None:
        # never used twice, so that findings in an earlier text of the same address can be told apart
        self.version += 1
        self.versions[uri], self.texts[uri] = self.version, text

    def close_all(self) -> None:
        for uri in self.versions:
            self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        self.versions.clear()

    def found(self, uri: str) -> list[dict[str, Any]]:
        """The findings in the newest version of a text."""
        while True:
            params = self._found(uri).get(timeout=SECONDS)
            if params.get("version", 0) >= self.versions[uri]:
                shown: list[dict[str, Any]] = params["diagnostics"]
                return shown

    def ask(self, method: str, uri: str, marked: str, **more: Any) -> Any:
        """Asks about the place that `|` marks in a piece of the text."""
        params = {"textDocument": {"uri": uri}, "position": self.position(uri, marked), **more}
        return self.request(f"textDocument/{method}", params)

    def position(self, uri: str, marked: str) -> dict[str, int]:
        before, _, after = marked.partition("|")
        text = self.texts[uri]
        assert text.count(before + after) == 1, marked
        offset = text.index(before + after) + len(before)
        line_start = text.rfind("\n", 0, offset) + 1
        units = len(text[line_start:offset].encode("utf-16-le")) // 2
        return {"line": text.count("\n", 0, offset), "character": units}

    def piece(self, uri: str, range_: dict[str, Any]) -> str:
        """The text of a range on one line, counted in UTF-16 units as the protocol has it."""
        text = self.texts[uri]
        number = int(range_["start"]["line"])
        assert number == range_["end"]["line"]
        line = text.split("\n")[number].encode("utf-16-le")
        start, end = int(range_["start"]["character"]), int(range_["end"]["character"])
        return line[2 * start : 2 * end].decode("utf-16-le")

    def edited(self, uri: str, edits: list[dict[str, Any]]) -> str:
        lines = self.texts[uri].split("\n")
        last_first = sorted(edits, key=lambda edit: tuple(edit["range"]["start"].values()), reverse=True)
        for edit in last_first:
            number, start = edit["range"]["start"]["line"], edit["range"]["start"]["character"]
            line = lines[number].encode("utf-16-le")
            new = edit["newText"].encode("utf-16-le")
            line = line[: 2 * start] + new + line[2 * edit["range"]["end"]["character"] :]
            lines[number] = line.decode("utf-16-le")
        return "\n".join(lines)

    def labels(self, uri: str, marked: str) -> list[str]:
        """The completions at a place, the best first."""
        items = self.ask("completion", uri, marked)["items"]
        return [item["label"] for item in sorted(items, key=lambda item: item["sortText"])]


class ProcessClient(Client):
    """Talks to a server in a process of its own, started as an editor starts it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "hoyle", "lsp", "--stdio"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        super().__init__(self.process.stdin, self.process.stdout)

    def goodbye(self) -> int:
        """Shuts the server down and returns its exit status."""
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(timeout=SECONDS)


class ThreadClient(Client):
    """Talks to a server in a thread of this process, which takes no time to start."""

    def __init__(self) -> None:
        there, here = os.pipe(), os.pipe()
        reader, writer = os.fdopen(there[0], "rb"), os.fdopen(here[1], "wb")
        self.thread = threading.Thread(
            target=server.make_server().start_io, args=(reader, writer), daemon=True
        )
        self.thread.start()
        super().__init__(os.fdopen(there[1], "wb"), os.fdopen(here[0], "rb"))

    def leave(self) -> None:
        self.to_server.close()
        self.thread.join(SECONDS)
        assert not self.thread.is_alive()
