// Finds the move of the manifest that the player's words ask for: the use of a named thing, or a variant of an intent.

import { readValue } from '../rules/read-value.ts';
import type { Thing } from '../system/thing.ts';
import { normaliseName } from '../tools/match-name.ts';
import { isAimed } from '../tools/moves/move-hint.ts';
import { buildThingHint, findMissing, findThingHeard } from '../tools/moves/things.ts';
import type { Entity } from '../values/entity.ts';
import type { Chronicle } from './chronicle.ts';
import { isTrueFor } from './effects.ts';
import { buildMove, type Move } from './hints.ts';

/**
 * The move of a thing that the words name. If they name none, the move for the first of these kinds that the rules
 * have, or else the move `risk`; undefined if there is none. A spell whose effects the rules do not describe gives a
 * move that is refused.
 */
export function findMove(c: Chronicle, kinds: readonly string[]): Move | undefined {
  const { hints } = c;
  const words = c.paid === undefined ? c.intent.heard : `${c.intent.heard}${c.paid} `;
  const [first = ''] = kinds;
  const thing = findThingHeard(c.system, words, first);
  if (thing !== undefined) return buildThingMove(c, first, thing);
  const id = [...kinds, 'risk'].find((name) => Object.hasOwn(hints.intents, name));
  const found = id === undefined ? undefined : hints.intents[id];
  if (id === undefined || found === undefined) return undefined;
  const move = buildMove(id, found, words);
  const lists = listKnowledge(c, first);
  // Only a spell must be one that the character knows; a blow that names no thing is a plain blow.
  if (first !== 'cast' || lists.length === 0 || !isTrueFor(c, move.hint.needs, c.world.player)) return move;
  const named = findUnruled(c, lists);
  if (named === undefined && move.as !== undefined) return move;
  return { id, hint: { ...move.hint, needs: 'false', needs_say: renderUnruled(c, named) } };
}

/**
 * The paths of the lists on a sheet that contain things of this move, such as the list of spells; lists of the
 * inventory are left out.
 */
function listKnowledge({ system }: Chronicle, id: string): readonly string[] {
  const lists = (system.manifest.things ?? []).flatMap(({ on, move }) => (move === id ? [on] : []));
  return [...new Set(lists)].filter((list) => !isCarried(system, list));
}

function isCarried({ sheets }: Chronicle['system'], list: string): boolean {
  return sheets.get('character')?.byPath.get(list)?.definition.category === 'inventory';
}

/** The spell or the like that the words name, from the rules or from the character's sheet. */
function findUnruled({ system, world, intent }: Chronicle, lists: readonly string[]): string | undefined {
  const heard = `-${normaliseName(intent.heard)}-`;
  const isHeard = (name: string) => heard.includes(`-${normaliseName(name.replace(/['’]/g, ' '))}-`);
  const ruled = (system.manifest.things ?? []).flatMap(({ on, name }) => (lists.includes(on) ? [name] : []));
  const known = [...ruled, ...lists.flatMap((list) => listNamesOn(system, world.player, list))];
  return known.find(isHeard);
}

function listNamesOn({ sheets }: Chronicle['system'], { sheet }: Entity, list: string): readonly string[] {
  const value = readValue(sheet, list);
  const items = value === undefined ? [] : sheets.get('character')?.byPath.get(list)?.kind.items?.(value);
  return (items ?? []).map(({ name }) => String(name ?? ''));
}

/**
 * Says that the rules do not describe the spell `named` or, if it is undefined, asks for a spell. Names the spells that
 * the player's character can cast, if there are any.
 */
function renderUnruled({ system, world }: Chronicle, named: string | undefined): string {
  const things = (system.manifest.things ?? []).filter(({ move }) => move === 'cast');
  const known = things.filter((thing) => findMissing(system, world.player, thing) === undefined);
  const names = known.map(({ name }) => name.toLowerCase()).join(', ');
  if (named !== undefined) {
    const can = names === '' ? '' : ` You can cast ${names}.`;
    return `The rules of this game name ${named}, but not what it does, so it is not cast and costs nothing.${can}`;
  }
  return names === '' ? 'You know nothing that you could cast.' : `Say what you cast: ${names}.`;
}

/**
 * If the player's character lacks what the move needs, the returned move is always refused, with a sentence that says
 * what is lacking.
 */
function buildThingMove({ system, world }: Chronicle, id: string, thing: Thing): Move {
  const missing = findMissing(system, world.player, thing);
  const hint = buildThingHint(thing);
  if (missing === undefined) return { id, as: thing.name, hint };
  const name = missing.name.toLowerCase();
  const say = isCarried(system, missing.on) ? `You have no ${name}.` : `${missing.name} is not known to you.`;
  return { id, as: thing.name, hint: { ...hint, needs: 'false', needs_say: say } };
}

/** Whether the spell that the words name does something to an opponent. */
export function isSpellAimed(c: Chronicle): boolean {
  return isAimed(findMove(c, ['cast'])?.hint);
}
