"""Speaks the Language Server Protocol over pipes; what it answers is worked out in the other modules."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from contextlib import redirect_stdout
from pathlib import Path

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from hoyle import __version__
from hoyle.diagnostics.model import Diagnostic, Place
from hoyle.lsp.buffers import Buffer, Buffers, uri_of
from hoyle.lsp.completion import complete
from hoyle.lsp.lookup import definition_at, hover_at, references_at
from hoyle.lsp.proposals import Proposal
from hoyle.lsp.rename import Refused, renamable, rename
from hoyle.lsp.symbols import Symbol, symbols_of
from hoyle.lsp.text import Lines, span_of

QUIET_SECONDS = 0.15  # while somebody types on, nothing is worked out for longer than this

_COMPLETION_KINDS = {
    "local": lsp.CompletionItemKind.Variable,
    "zone": lsp.CompletionItemKind.Struct,
    "state": lsp.CompletionItemKind.Field,
    "option": lsp.CompletionItemKind.Constant,
    "rule": lsp.CompletionItemKind.Function,
    "function": lsp.CompletionItemKind.Function,
    "builtin": lsp.CompletionItemKind.Constant,
    "type": lsp.CompletionItemKind.Class,
    "value": lsp.CompletionItemKind.EnumMember,
    "attribute": lsp.CompletionItemKind.Property,
    "keyword": lsp.CompletionItemKind.Keyword,
    "key": lsp.CompletionItemKind.Property,
}
_SYMBOL_KINDS = {
    "section": lsp.SymbolKind.Namespace,
    "rule": lsp.SymbolKind.Function,
    "definition": lsp.SymbolKind.Property,
    "zone": lsp.SymbolKind.Struct,
    "variable": lsp.SymbolKind.Variable,
    "option": lsp.SymbolKind.Constant,
    "type": lsp.SymbolKind.Class,
    "other": lsp.SymbolKind.Field,
}
_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "hint": lsp.DiagnosticSeverity.Information,
}


class RequestFailed(JsonRpcException):
    """A request that is in order but can't be granted; the editor shows the message."""

    CODE = lsp.LSPErrorCodes.RequestFailed.value
    MESSAGE = "Request failed"


class HoyleServer(LanguageServer):
    """The server with the texts that are open."""

    def __init__(self) -> None:
        super().__init__("hoyle", __version__, lsp.TextDocumentSyncKind.Full)
        self.buffers = Buffers()
        self.dismissed = False

    @property
    def encoding(self) -> str:
        return str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))

    def take(self, uri: str, version: int | None) -> Buffer:
        """Takes over the text of a document that was opened or changed."""
        return self.buffers.put(uri, self.workspace.get_text_document(uri).source, version or 0)

    def publish(self) -> None:
        """Sends the findings that the editor has not got."""
        for untold in self.buffers.untold():
            buffer = self.buffers.get(untold.uri)
            assert buffer is not None
            buffer.told = True
            shown = [self._diagnostic(buffer, finding) for finding in buffer.findings]
            self.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(buffer.uri, shown, version=buffer.version)
            )

    def cursor(
        self, document: lsp.TextDocumentIdentifier, position: lsp.Position
    ) -> tuple[Buffer, int] | None:
        """The open text and the offset that a request is about."""
        buffer = self.buffers.get(document.uri)
        if buffer is None:
            return None
        lines = Lines(buffer.text, self.encoding)
        return buffer, lines.offset((position.line, position.character))

    def span(self, text: str, start: int, end: int) -> lsp.Range:
        first, last = Lines(text, self.encoding).span(start, end)
        return lsp.Range(lsp.Position(*first), lsp.Position(*last))

    def range(self, place: Place) -> lsp.Range:
        first, last = span_of(place, self.encoding)
        return lsp.Range(lsp.Position(*first), lsp.Position(*last))

    def location(self, buffer: Buffer, place: Place) -> lsp.Location:
        own = place.file.name == buffer.name
        return lsp.Location(buffer.uri if own else uri_of(Path(place.file.name)), self.range(place))

    def _diagnostic(self, buffer: Buffer, finding: Diagnostic) -> lsp.Diagnostic:
        message = f"{finding.message}\nhelp: {finding.help}" if finding.help else finding.message
        related = [
            lsp.DiagnosticRelatedInformation(self.location(buffer, other.place), other.message)
            for other in finding.related
        ]
        place = finding.place
        if place.file.name != buffer.name:  # a base's fault is shown where the base is named
            message = f"in the base, {Path(place.file.name).name}: {message}"
            related.insert(0, lsp.DiagnosticRelatedInformation(self.location(buffer, place), finding.message))
            place = _extends(buffer, place)
        if finding.cites:
            message += f"\nrulebook: {', '.join(finding.cites)}"
        return lsp.Diagnostic(
            self.range(place),
            message,
            _SEVERITIES[finding.code.severity],
            code=finding.code.id,
            source="hoyle",
            related_information=related or None,
        )


def _extends(buffer: Buffer, place: Place) -> Place:
    document = buffer.work.document if buffer.work is not None else None
    entry = document.layers[0].entry("extends") if document is not None else None
    if entry is not None:
        return entry.value.place
    file = buffer.work.file if buffer.work is not None else place.file
    found = max(file.text.find("extends:"), 0)
    return Place(file, found, found + len("extends"))


def _item(proposal: Proposal, where: lsp.Range) -> lsp.CompletionItem:
    text = proposal.text if proposal.text is not None else proposal.label
    return lsp.CompletionItem(
        proposal.label,
        kind=_COMPLETION_KINDS[proposal.kind],
        detail=proposal.detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, proposal.about) if proposal.about else None,
        sort_text=f"{proposal.rank}{proposal.label}",
        filter_text=text,
        text_edit=lsp.TextEdit(where, text),
    )


def _symbol(server: HoyleServer, symbol: Symbol) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        symbol.name,
        _SYMBOL_KINDS[symbol.kind],
        server.range(symbol.whole),
        server.range(symbol.key),
        detail=symbol.detail or None,
        children=[_symbol(server, inner) for inner in symbol.inside] or None,
    )


def make_server() -> HoyleServer:
    """The server with all that it answers to."""
    server = HoyleServer()
    _answer_changes(server)
    _answer_questions(server)
    _answer_renames(server)
    return server


class OneLine(logging.Formatter):
    """What goes wrong between the editor and the server, without the way through the code."""

    def format(self, record: logging.LogRecord) -> str:
        first = record.getMessage().partition("\n")[0]
        return f"hoyle lsp: {first}" + (f": {record.exc_info[1]}" if record.exc_info else "")


def serve() -> bool:
    """Answers an editor until it leaves; true if it said goodbye before."""
    server = make_server()
    log, told = logging.getLogger("pygls"), logging.StreamHandler()
    told.setFormatter(OneLine())
    if not os.environ.get("HOYLE_TRACEBACK"):
        log.addHandler(told)
    # Pipes of its own: the server closes them, and what anybody else prints can't get between the messages.
    reader, writer = os.dup(sys.stdin.fileno()), os.dup(sys.stdout.fileno())
    try:
        with redirect_stdout(sys.stderr):
            server.start_io(os.fdopen(reader, "rb"), os.fdopen(writer, "wb"))
    except (MemoryError, OverflowError):
        print("hoyle lsp: no message can be as long as its Content-Length says", file=sys.stderr)
        return False
    finally:
        log.removeHandler(told)
    return server.dismissed


def _answer_changes(server: HoyleServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def text_opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.take(params.text_document.uri, params.text_document.version)
        server.publish()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def text_changed(params: lsp.DidChangeTextDocumentParams) -> None:
        buffer = server.take(params.text_document.uri, params.text_document.version)
        await asyncio.sleep(QUIET_SECONDS)
        if buffer.version == (params.text_document.version or 0):
            server.publish()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def text_closed(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.buffers.drop(uri)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
        server.publish()

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(_: lsp.DidChangeWatchedFilesParams) -> None:
        server.buffers.forget_all()
        server.publish()

    @server.feature(lsp.SHUTDOWN)
    def shut_down(_: None) -> None:
        server.dismissed = True


def _answer_questions(server: HoyleServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        cursor = server.cursor(params.text_document, params.position)
        found = hover_at(*cursor) if cursor is not None else None
        if cursor is None or found is None:
            return None
        text = cursor[0].text
        contents = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.markdown)
        return lsp.Hover(contents, server.span(text, found.start, found.end))

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "=", '"', "(", "["])
    )
    def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        cursor = server.cursor(params.text_document, params.position)
        if cursor is None:
            return lsp.CompletionList(False, [])
        found = complete(server.buffers, *cursor)
        where = server.span(cursor[0].text, found.start, found.end)
        return lsp.CompletionList(False, [_item(proposal, where) for proposal in found.proposals])

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        cursor = server.cursor(params.text_document, params.position)
        if cursor is None:
            return []
        return [server.location(cursor[0], place) for place in definition_at(*cursor)]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        cursor = server.cursor(params.text_document, params.position)
        if cursor is None:
            return []
        places = references_at(*cursor, params.context.include_declaration)
        return [server.location(cursor[0], place) for place in places]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        buffer = server.buffers.get(params.text_document.uri)
        return [_symbol(server, symbol) for symbol in symbols_of(buffer)] if buffer is not None else []


def _answer_renames(server: HoyleServer) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        cursor = server.cursor(params.text_document, params.position)
        if cursor is None:
            return None
        try:
            return server.range(renamable(*cursor).place)
        except Refused as reason:
            raise RequestFailed(str(reason)) from None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        cursor = server.cursor(params.text_document, params.position)
        if cursor is None:
            return None
        try:
            edits = rename(server.buffers, *cursor, params.new_name)
        except Refused as reason:
            raise RequestFailed(str(reason)) from None
        changes = [lsp.TextEdit(server.range(edit.place), edit.text) for edit in edits]
        return lsp.WorkspaceEdit(changes={cursor[0].uri: changes})
