"""The sentences that a story is told in, by language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from hoyle.tabletop.names import Names
from hoyle.wording import LANGUAGE

Phrase: TypeAlias = Literal[
    "and",
    "anybody",
    "begins",
    "by chance",
    "choose unseen",
    "chooses",
    "chooses unseen",
    "dice show",
    "die shows",
    "each gets",
    "fails",
    "gets from",
    "goes",
    "goes to",
    "is shuffled",
    "is shown",
    "match over",
    "nobody wins",
    "of",
    "of you",
    "player",
    "put under",
    "round",
    "round over",
    "round over after",
    "score",
    "score stays",
    "shows all",
    "the",
    "wins",
    "win together",
    "you",
    "you get from",
    "you are shown",
    "you win",
]

_ENGLISH: Mapping[Phrase, str] = {
    "and": "and",
    "anybody": "somebody",
    "begins": "{game} begins: {players}",
    "by chance": "chance: {what}",
    "chooses": "{who}: {what}",
    "chooses unseen": "{who} has chosen",
    "choose unseen": "{who} have chosen",
    "dice show": "the dice show {values}",
    "die shows": "the die shows {values}",
    "each gets": "everybody gets {what} from {source}",
    "fails": "the rules fail: {what}",
    "gets from": "{who} gets {what} from {source}",
    "goes": "{what}: {source} → {target}",
    "goes to": "{what} → {target}",
    "is shuffled": "{what} is shuffled",
    "is shown": "{who} is shown {what}",
    "match over": "The match is over.",
    "nobody wins": "Nobody wins.",
    "of": "{who}'s {what}",
    "of you": "your {what}",
    "player": "Player {number}",
    "put under": "{what}: {source} → under {target}",
    "round": "Round {number}",
    "round over": "Round {number} is over",
    "round over after": "Round {number} is over after “{last}”",
    "score": "{who}: {gained}, which makes {total}",
    "score stays": "{who}: stays at {total}",
    "shows all": "shown to all: {what}",
    "the": "the {what}",
    "wins": "{who} wins.",
    "win together": "{who} win.",
    "you": "you",
    "you get from": "you get {what} from {source}",
    "you are shown": "you are shown {what}",
    "you win": "You win.",
}

_ITALIAN: Mapping[Phrase, str] = {
    "and": "e",
    "anybody": "qualcuno",
    "begins": "Comincia {game}: {players}",
    "by chance": "il caso: {what}",
    "chooses": "{who}: {what}",
    "chooses unseen": "{who} ha scelto",
    "choose unseen": "{who} hanno scelto",
    "dice show": "i dadi mostrano {values}",
    "die shows": "il dado mostra {values}",
    "each gets": "ognuno riceve {what} da {source}",
    "fails": "le regole non reggono: {what}",
    "gets from": "{who} riceve {what} da {source}",
    "goes": "{what}: {source} → {target}",
    "goes to": "{what} → {target}",
    "is shuffled": "{what} viene mescolato",
    "is shown": "{who} vede {what}",
    "match over": "La partita è finita.",
    "nobody wins": "Non vince nessuno.",
    "of": "{what} di {who}",
    "of you": "il tuo {what}",
    "player": "Giocatore {number}",
    "put under": "{what}: {source} → sotto {target}",
    "round": "Mano {number}",
    "round over": "La mano {number} è finita",
    "round over after": "La mano {number} finisce dopo “{last}”",
    "score": "{who}: {gained}, in tutto {total}",
    "score stays": "{who}: resta a {total}",
    "shows all": "mostrato a tutti: {what}",
    "the": "{what}",
    "wins": "Vince {who}.",
    "win together": "Vincono {who}.",
    "you": "tu",
    "you get from": "ricevi {what} da {source}",
    "you are shown": "vedi {what}",
    "you win": "Hai vinto.",
}

_FRENCH: Mapping[Phrase, str] = {
    "and": "et",
    "anybody": "quelqu'un",
    "begins": "{game} commence : {players}",
    "by chance": "le hasard : {what}",
    "chooses": "{who} : {what}",
    "chooses unseen": "{who} a choisi",
    "choose unseen": "{who} ont choisi",
    "dice show": "les dés montrent {values}",
    "die shows": "le dé montre {values}",
    "each gets": "chacun reçoit {what} de {source}",
    "fails": "les règles échouent : {what}",
    "gets from": "{who} reçoit {what} de {source}",
    "goes": "{what} : {source} → {target}",
    "goes to": "{what} → {target}",
    "is shuffled": "{what} est mélangé",
    "is shown": "{who} voit {what}",
    "match over": "La partie est finie.",
    "nobody wins": "Personne ne gagne.",
    "of": "{what} de {who}",
    "of you": "votre {what}",
    "player": "Joueur {number}",
    "put under": "{what} : {source} → sous {target}",
    "round": "Manche {number}",
    "round over": "La manche {number} est finie",
    "round over after": "La manche {number} finit après « {last} »",
    "score": "{who} : {gained}, en tout {total}",
    "score stays": "{who} : reste à {total}",
    "shows all": "montré à tous : {what}",
    "the": "{what}",
    "wins": "{who} gagne.",
    "win together": "{who} gagnent.",
    "you": "vous",
    "you get from": "vous recevez {what} de {source}",
    "you are shown": "vous voyez {what}",
    "you win": "Vous avez gagné.",
}

_SPANISH: Mapping[Phrase, str] = {
    "and": "y",
    "anybody": "alguien",
    "begins": "Empieza {game}: {players}",
    "by chance": "el azar: {what}",
    "chooses": "{who}: {what}",
    "chooses unseen": "{who} ha elegido",
    "choose unseen": "{who} han elegido",
    "dice show": "los dados muestran {values}",
    "die shows": "el dado muestra {values}",
    "each gets": "cada uno recibe {what} de {source}",
    "fails": "las reglas fallan: {what}",
    "gets from": "{who} recibe {what} de {source}",
    "goes": "{what}: {source} → {target}",
    "goes to": "{what} → {target}",
    "is shuffled": "se baraja {what}",
    "is shown": "{who} ve {what}",
    "match over": "La partida ha terminado.",
    "nobody wins": "No gana nadie.",
    "of": "{what} de {who}",
    "of you": "tu {what}",
    "player": "Jugador {number}",
    "put under": "{what}: {source} → debajo de {target}",
    "round": "Ronda {number}",
    "round over": "La ronda {number} ha terminado",
    "round over after": "La ronda {number} termina tras «{last}»",
    "score": "{who}: {gained}, en total {total}",
    "score stays": "{who}: sigue en {total}",
    "shows all": "a la vista de todos: {what}",
    "the": "{what}",
    "wins": "Gana {who}.",
    "win together": "Ganan {who}.",
    "you": "tú",
    "you get from": "recibes {what} de {source}",
    "you are shown": "ves {what}",
    "you win": "Has ganado.",
}

PHRASES: Mapping[str, Mapping[Phrase, str]] = {
    LANGUAGE: _ENGLISH,
    "es": _SPANISH,
    "fr": _FRENCH,
    "it": _ITALIAN,
}
NAMES: tuple[Phrase, ...] = get_args(Phrase)


def names_in(language: str, players: Sequence[str], you: int | None = None) -> Names:
    """The players' names, and in a language what those are called who have none.

    >>> names_in("it", ("Ann", "")).seat(1)
    'Giocatore 2'
    """
    return Names(tuple(players), you, PHRASES.get(language, _ENGLISH)["player"])


def phrase(language: str, name: Phrase, **words: object) -> str:
    """A sentence in a language, or in English where we do not speak it.

    >>> phrase("it", "you are shown", what="red 4"), phrase("xx", "you are shown", what="red 4")
    ('vedi red 4', 'you are shown red 4')
    """
    return PHRASES.get(language, _ENGLISH)[name].format(**words)
