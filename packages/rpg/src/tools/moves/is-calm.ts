// Tells whether a move risks nothing but its own end, such as asking for something: no danger comes closer if it fails.

import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Intent } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';

const calm = ['talk', 'persuade', 'threaten', 'look', 'know', 'help'] as const;
const calmMoves: ReadonlySet<string> = new Set(calm);

export function isCalmMove(move: string): boolean {
  return calmMoves.has(move);
}

/** A roll without a move is judged by what it rolls: the same dice, or the same value, as a calm move. */
export function isCalmRoll(
  { manifest }: Pick<System, 'manifest'>,
  { move, rolled, targetPath }: Pick<RolledCheck, 'move' | 'rolled' | 'targetPath'>,
): boolean {
  const { intents = {} } = manifest.narrator ?? {};
  if (move !== undefined && Object.hasOwn(intents, move)) return isCalmMove(move);
  const ways = calm.flatMap((id) => listWays(intents[id]));
  return targetPath === undefined
    ? ways.some(({ dice, versus }) => typeof versus !== 'string' && dice === rolled.expression)
    : ways.some(({ versus }) => versus === targetPath);
}

function listWays(intent: Intent | undefined): readonly Pick<Intent, 'dice' | 'versus'>[] {
  if (intent === undefined) return [];
  const { variants = [], ...own } = intent;
  return [own, ...variants.map((variant) => ({ ...own, ...variant }))];
}
