// Lists what a game remembers, with the numbers by which notes can be forgotten.

import type { Entity } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { isObject, type Json } from '@terrarium/rpg/json';
import { filterCalled } from '@terrarium/rpg/other-names';

export interface NumberedNote {
  readonly number: number;
  readonly note: Entity;
}

type Remembering = Pick<Game, 'state' | 'listTurns' | 'readActions'>;

/**
 * Notes that contain all of the words, with their numbers among all notes, oldest first. If the glossary has the words
 * as another name of somebody or something, notes with the usual name are found too. A note that came with the world is
 * left out until it has come to mind in a turn, because nobody has told it yet.
 */
export function listNotes(game: Remembering, words: string): readonly NumberedNote[] {
  const wanted = words.toLowerCase().split(/\s+/u);
  const names = listSameNames(game, words);
  const untold = listUntold(game);
  return game.state
    .list('note')
    .map((note, index) => ({ note, number: index + 1 }))
    .filter(({ note }) => {
      const text = listTexts(note.sheet).join('\n').toLowerCase();
      const isAsked =
        wanted.every((word) => text.includes(word)) || names.some((name) => text.includes(name));
      return !untold.has(note.id) && isAsked;
    });
}

/** The names, in lower case, of the people, places and things that the glossary also calls by these words. */
function listSameNames({ state }: Remembering, words: string): readonly string[] {
  if (words === '') return [];
  const known = [...state.list('npc'), ...state.list('location'), ...state.list('item')];
  return filterCalled(state, known, words)
    .map(({ sheet }) => String(sheet['name'] ?? '').toLowerCase())
    .filter((name) => name !== '');
}

/** The texts in a value, without the names of its fields. */
function listTexts(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => listTexts(one));
  if (isObject(value)) return Object.values(value).flatMap(listTexts);
  return typeof value === 'string' ? [value] : [];
}

function listUntold({ listTurns, readActions }: Remembering): ReadonlySet<string> {
  const [opening, ...turns] = listTurns(Number.MAX_SAFE_INTEGER);
  if (opening === undefined || opening.number !== 0) return new Set();
  const told = new Set(turns.flatMap(({ lore }) => lore.map(({ key }) => key)));
  const laid = readActions(opening.id).flatMap(({ patches }) => patches);
  return new Set(
    laid.flatMap(({ entity, path }) =>
      path === '' && entity.startsWith('note:') && !told.has(entity) ? [entity] : [],
    ),
  );
}
