// Lists the reactions with which the player may answer the blow that just hit their character, such as a shield spell.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { isUnspaced } from '@terrarium/kernel/split-terms';
import { toName } from '../../prefabs/containers/conditions.ts';
import { readValue } from '../../rules/read-value.ts';
import { listConditionFields } from '../../system/is-condition-list.ts';
import type { System } from '../../system/system.ts';
import type { Thing } from '../../system/thing.ts';
import { normaliseName } from '../../tools/match-name.ts';
import { isTrueFor } from '../../tools/moves/list-effect-calls.ts';
import { openEffectView } from '../../tools/moves/open-effect-view.ts';
import { readOrder } from '../../tools/moves/read-order.ts';
import { findThingNamed } from '../../tools/moves/things.ts';
import { readListed } from '../../tools/read-listed.ts';
import { type Entity, type GameState, playerId } from '../../values/entity.ts';
import type { JsonObject } from '../../values/json.ts';
import { renderSlug } from '../../values/render-slug.ts';
import type { TurnRun } from '../turn-run.ts';

/**
 * Empty for the built-in narrator, and unless the last roll that decided something in the turn was somebody else's hit
 * on the player's character in a fight. A reaction that the player's words name is left out: it needs no question.
 */
export function listReactions({ model, draft, game: { system } }: TurnRun): readonly string[] {
  const { state, rolls, words } = draft;
  if (readOrder(state) === undefined || model.id.startsWith('builtin:')) return [];
  // What the rules roll for a loss, such as keeping one's concentration, follows from the hit.
  const last = rolls.findLast(({ outcome, move }) => outcome !== undefined && move !== 'loss');
  const player = state.find(playerId);
  if (player === undefined || last?.against !== playerId || last.who === playerId) return [];
  if ((last.outcome?.degree ?? 0) < 1) return [];
  const fields = system.sheets.get('character')?.fields ?? [];
  return fields.flatMap(({ path, kind }) => {
    const value = readValue(player.sheet, path);
    const items = value === undefined ? [] : (kind.items?.(value) ?? []);
    return items
      .filter((item) => isReaction({ system, state }, item, path))
      .map((item) => String(item['name'] ?? ''))
      .filter((name) => name !== '' && !isHeard(words, name))
      .map((name) => escapeLine(name, longestShown));
  });
}

/** An ending, such as that of `parrying`, has at most this many letters. */
const longestEnding = 3;

/** Whether the words have this name, perhaps with an ending, and not only within another word. */
function isHeard(words: string, name: string): boolean {
  if (isUnspaced(name)) return words.includes(name);
  const wanted = normaliseName(name).split('-');
  const last = wanted.length - 1;
  const heard = words.split(/[^\p{L}\p{M}\p{N}'’]+/u).map(renderSlug);
  return heard.some((_, at) =>
    wanted.every((part, index) => {
      const word = heard[at + index] ?? '';
      const most = part.length + (index === last ? longestEnding : 0);
      return word.startsWith(part) && word.length <= most;
    }),
  );
}

/** Names are texts of players and models, so they are cut to this length. */
const longestShown = 80;

interface Known {
  readonly system: System;
  readonly state: GameState;
}

const reacting = /\breactions?\b/iu;
const averting = /\b(?:armou?r|hit|hurt|struck|strikes?|attacks?|blows?|damage|harm|dodge|parry)\b/iu;

function isReaction({ system, state }: Known, item: JsonObject, path: string): boolean {
  const thing = findThingNamed(system, String(item['name'] ?? ''), path);
  const texts = [thing?.say, item['note'], item['effect']].filter((text) => typeof text === 'string');
  const text = texts.join(' ');
  if (!reacting.test(text) || !averting.test(text)) return false;
  if (thing?.does === undefined) return true;
  const isOpen = isTrueFor(openEffectView({ system, state }), thing.does.needs ?? undefined, {
    id: playerId,
  });
  const player = state.find(playerId);
  return isOpen && player !== undefined && !isAtWork(system, player, thing);
}

/** Whether a condition that the reaction gives still lasts. */
function isAtWork(system: System, { sheet }: Entity, { does }: Thing): boolean {
  const given = new Set(
    (does?.always ?? []).flatMap(({ condition }) => (condition === undefined ? [] : toName(condition))),
  );
  return listConditionFields(system, 'character').some(({ path, kind }) => {
    const value = readValue(sheet, path);
    const items = value === undefined ? [] : (kind.items?.(value) ?? []);
    return items.some((item) => given.has(toName(readListed(item))));
  });
}
