// Tells whether a move only talks, looks or helps, so that no danger comes closer if it fails.

import { parseDice } from '../../dice/parse-dice.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Intent } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';

const calm = ['talk', 'persuade', 'threaten', 'look', 'know', 'help'] as const;
const calmMoves: ReadonlySet<string> = new Set(calm);

export function isCalmMove(move: string): boolean {
  return calmMoves.has(move);
}

/**
 * A roll without a known move is calm if a calm move has the same dice or, for a roll against a value of a sheet, the
 * same value.
 */
export function isCalmRoll(
  { manifest }: Pick<System, 'manifest'>,
  { move, rolled, targetPath }: Pick<RolledCheck, 'move' | 'rolled' | 'targetPath'>,
): boolean {
  const { intents = {} } = manifest.narrator ?? {};
  if (move !== undefined && Object.hasOwn(intents, move)) return isCalmMove(move);
  const ways = calm.flatMap((id) => listWays(intents[id]));
  return targetPath === undefined
    ? ways.some(({ dice, versus }) => typeof versus !== 'string' && isOfDice(rolled.expression, dice))
    : ways.some(({ versus }) => versus === targetPath);
}

/** Whether nothing was at stake by the rules when the dice fell, such as in a controlled position. */
export function isSafeRoll(
  { manifest }: Pick<System, 'manifest'>,
  { stakes = [] }: Pick<RolledCheck, 'stakes'>,
): boolean {
  const { safe = {} } = manifest.narrator ?? {};
  return stakes.some(
    ({ path, says }) => Object.hasOwn(safe, path) && safe[path]?.toLowerCase() === says.toLowerCase(),
  );
}

/** Whether a roll is of these dice, with advantage, with disadvantage or with neither. */
function isOfDice(expression: string, dice: Intent['dice']): boolean {
  if (typeof dice !== 'string') return false;
  return [dice, `${dice} adv`, `${dice} dis`].some((source) => {
    const parsed = parseDice(source);
    return parsed.ok && parsed.dice.expression === expression;
  });
}

function listWays(intent: Intent | undefined): readonly Pick<Intent, 'dice' | 'versus'>[] {
  if (intent === undefined) return [];
  const { variants = [], ...own } = intent;
  return [own, ...variants.map((variant) => ({ ...own, ...variant }))];
}
