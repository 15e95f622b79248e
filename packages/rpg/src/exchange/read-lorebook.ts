// Reads a lorebook, from a file of its own or from a character card.

import { UsageError } from '@terrarium/kernel/errors';
import type { Lorebook } from './card.ts';
import type { MacroNames } from './fill-macros.ts';
import { isForeign, readName, readObject } from './foreign-json.ts';
import { parseLorebook } from './parse-lorebook.ts';
import { type CardOptions, readCardJson } from './read-card.ts';

/** Throws `UsageError` (`card.…`) if the file is not a lorebook, or is damaged or too large. */
export function readLorebook(bytes: Uint8Array, { userName }: CardOptions = {}): Lorebook {
  const json = readCardJson(bytes);
  const card = isForeign(json) ? readObject(json, 'data') : {};
  const char = readName(card, 'nickname') || readName(card, 'name');
  const names: MacroNames | undefined = char === '' ? undefined : { char, user: userName };
  // A lorebook in a file of its own belongs to no character: the `name` in it is the book's, so no macros are filled.
  const book = parseLorebook(json) ?? parseLorebook(card['character_book'], names);
  if (book !== undefined) return book;
  throw new UsageError({
    code: 'card.no-lorebook',
    happened: 'The file contains no lorebook of a known kind.',
    todo: 'Give SillyTavern world info as JSON, a card with a book in it, or an export from NovelAI, Agnai, RisuAI or AI Dungeon.',
  });
}
