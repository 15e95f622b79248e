// Finds the first roll of a turn that comes to something else when the turn is done again.

import type { RolledCheck } from '../rules/rolled-check.ts';
import type { RecordedAction } from './action-row.ts';

export interface ChangedRoll {
  /** As it is shown, its outcome behind it; undefined where there is no such roll. */
  readonly was: string | undefined;
  readonly is: string | undefined;
}

type Rolling = readonly Pick<RecordedAction, 'rolls'>[];

/** By the total and the outcome: a roll may be shown in other words and still be the same. */
export function findChangedRoll(recorded: Rolling, replayed: Rolling): ChangedRoll | undefined {
  const [former, latter] = [recorded, replayed].map((actions) => actions.flatMap(({ rolls }) => rolls));
  const count = Math.max(former?.length ?? 0, latter?.length ?? 0);
  for (let index = 0; index < count; index += 1) {
    const [was, is] = [former?.[index], latter?.[index]];
    if (was?.rolled.total === is?.rolled.total && was?.outcome?.id === is?.outcome?.id) continue;
    return { was: renderRoll(was), is: renderRoll(is) };
  }
  return undefined;
}

function renderRoll(roll: RolledCheck | undefined): string | undefined {
  if (roll === undefined) return undefined;
  const { rolled, outcome } = roll;
  return outcome === undefined ? rolled.rendered : `${rolled.rendered}: ${outcome.label}`;
}
