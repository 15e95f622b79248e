// Finds the move of the manifest that the player's words ask for: the use of a named thing, or a variant of an intent.

import type { Thing } from '../system/thing.ts';
import type { MoveHint } from '../tools/moves/move-hint.ts';
import { buildThingHint, findMissing, findThingHeard } from '../tools/moves/things.ts';
import type { Chronicle } from './chronicle.ts';
import { buildMove, type Move } from './hints.ts';

/**
 * The move of a thing that the words name; else the move for the first of these kinds that has one in the rules, else
 * the move `risk`. Undefined if there is none.
 */
export function findMove(c: Chronicle, kinds: readonly string[]): Move | undefined {
  const { hints } = c;
  const words = c.intent.heard;
  const thing = findThingHeard(c.system, words, kinds[0] ?? '');
  if (thing !== undefined) return buildThingMove(c, kinds[0] ?? '', thing);
  const id = [...kinds, 'risk'].find((name) => Object.hasOwn(hints.intents, name));
  const found = id === undefined ? undefined : hints.intents[id];
  return id === undefined || found === undefined ? undefined : buildMove(id, found, words);
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
  const isKept = system.sheets.get('character')?.byPath.get(missing.on)?.definition.category === 'inventory';
  const say = isKept ? `You have no ${name}.` : `${missing.name} is not known to you.`;
  return { id, as: thing.name, hint: { ...hint, needs: 'false', needs_say: say } };
}

/** Whether the move does something to an opponent, or is rolled against one. */
export function isAimed({ always = [], outcomes = {}, versus }: MoveHint = {}): boolean {
  const effects = [...always, ...Object.values(outcomes).flat()];
  return (
    effects.some(({ who }) => who === 'opponent') ||
    (typeof versus === 'object' && versus.opponent !== undefined)
  );
}
