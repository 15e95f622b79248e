// Lists what is at stake in a roll: each ladder on the sheet that an outcome of the move can set, with its present rung.

import { readValue } from '../../rules/read-value.ts';
import type { Check } from '../../system/check.ts';
import type { Effect } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';
import { type Entity, playerId } from '../../values/entity.ts';
import type { MoveHint } from './move-hint.ts';

export interface Stake {
  readonly path: string;
  /** The rung, in the words of the rules. */
  readonly says: string;
}

/** Empty for anybody but the player's character: only rolls of this character are prepared on a sheet. */
export function listStakes(
  { sheets }: System,
  { id, type, sheet }: Entity,
  { hint, check }: { readonly hint: MoveHint; readonly check: Check | undefined },
): readonly Stake[] {
  if (id !== playerId) return [];
  const byPath = sheets.get(type)?.byPath;
  return listSetPaths(hint, check).flatMap((path) => {
    const field = byPath?.get(path);
    if (field?.kind.id !== 'VAL_LADDER') return [];
    return [{ path, says: field.kind.view(readValue(sheet, path) ?? field.kind.blank()) }];
  });
}

/** The paths that an outcome of the move or of its check sets on the roller's own sheet, each once. */
function listSetPaths({ outcomes = {} }: MoveHint, check: Check | undefined): readonly string[] {
  const effects: readonly Effect[] = [
    ...Object.values(outcomes).flat(),
    ...(check?.outcomes.flatMap((outcome) => outcome.effects ?? []) ?? []),
  ];
  return [
    ...new Set(effects.flatMap(({ set, who }) => (set === undefined || who === 'opponent' ? [] : [set]))),
  ];
}
