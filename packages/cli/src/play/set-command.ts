// Set command: corrects a value on the sheet of the player's character, or of somebody whom the player knows.

import { parseValue } from '@terrarium/composition/parse-value';
import { findKnown } from '@terrarium/composition/require-known';
import { type Entity, playerId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { readTyped } from '@terrarium/rpg/read-typed';
import type { Sheet } from '@terrarium/rpg/system';
import { executeAside } from './execute-aside.ts';
import type { PlayCommand } from './play-command.ts';
import { refuseEmpty } from './refuse-empty.ts';
import { resolveFieldPath } from './resolve-field-path.ts';

export const setCommand: PlayCommand = {
  usage: '/set [who] path value',
  about:
    'corrects a value on your sheet, or on the sheet of somebody you know; name it by its label or its path, such as /set vigour 5. The rules still hold',
  run: (context, rest) => {
    const { game } = context;
    // As in session zero, an equals sign is allowed between path and value.
    const typed = rest.replace(/^([\p{L}\p{N}_. ]+?) ?= ?(?=\S)/u, '$1 ');
    const { who, words } = splitWho(game, typed.split(/\s+/u));
    const sheet = game.system.sheets.get(who?.type ?? 'character');
    const written = splitPath(sheet, words);
    if (written === undefined)
      throw refuseEmpty('/set', `a path and a value, such as /set ${findExample(sheet)} 5`);
    const { path } = written;
    const parsed = parseValue(written.value);
    const whose = who ?? game.state.find(playerId);
    const value = whose === undefined ? parsed : readTyped(game.system, whose, { path, value: parsed });
    const target = who === undefined ? {} : { target: who.id };
    executeAside(context, `/set ${rest}`, {
      name: 'set',
      arguments: { path, value, ...target },
    });
  },
};

/** The label, in small letters, of a number on this sheet that can be set; `strength` if there is none. */
function findExample(sheet: Sheet | undefined): string {
  const field = sheet?.fields.find(({ parts }) =>
    parts.some((part) => part.kind === 'number' && part.isWritable),
  );
  return field?.definition.label.toLowerCase() ?? 'strength';
}

const longestName = 6;

/**
 * Finds out whose value is to be set: if the words begin with somebody's name, a path and a value follow the
 * name.
 */
function splitWho(game: Game, words: readonly string[]): { who?: Entity; words: readonly string[] } {
  for (let length = Math.min(longestName, words.length - 2); length > 0; length -= 1) {
    const who = findKnown(game, words.slice(0, length).join(' '));
    if (who !== undefined) return { who, words: words.slice(length) };
  }
  return { words };
}

/**
 * The longest beginning of the words that names a value, such as a label, is the path; if there is none, the first word
 * is. Undefined if no word is left for the value.
 */
function splitPath(
  sheet: Sheet | undefined,
  words: readonly string[],
): { readonly path: string; readonly value: string } | undefined {
  if (words.length < 2) return undefined;
  for (let length = words.length - 1; length > 0; length -= 1) {
    const name = words.slice(0, length).join(' ');
    const path = resolveFieldPath(sheet, name);
    if (path !== name || length === 1) return { path, value: words.slice(length).join(' ') };
  }
  return undefined;
}
