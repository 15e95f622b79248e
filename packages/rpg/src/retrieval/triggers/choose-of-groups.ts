// Chooses one lorebook entry of each group, if several of the group came to mind.

import { createHash } from 'node:crypto';
import type { Fired } from './find-fired.ts';
import type { LoreTrigger } from './lore-trigger.ts';

export interface InGroup {
  /** Pieces of one entry have the same key. */
  readonly key: string;
  readonly trigger: LoreTrigger;
  readonly fired: Fired;
}

/**
 * The entries that stay, in the order in which they were given; entries in no group always stay. The same seed makes
 * the same choice.
 */
export function chooseOfGroups<Entry extends InGroup>(
  entries: readonly Entry[],
  seed: string,
): readonly Entry[] {
  const names = new Set(entries.flatMap(({ trigger }) => trigger.groups));
  const left = new Map<string, Entry>();
  for (const one of entries) if (!left.has(one.key)) left.set(one.key, one);
  for (const name of names) {
    const among = [...left.values()].filter(({ trigger }) => trigger.groups.includes(name));
    if (among.length < 2) continue;
    const chosen = chooseOne(among, `${seed}\n${name}`);
    for (const one of among) if (one !== chosen) left.delete(one.key);
  }
  return entries.filter(({ key }) => left.has(key));
}

/**
 * Chooses the first entry that is still in mind from earlier turns. If there is none, chooses among the entries that do
 * not lose by their score: the one with priority that has the highest order, or else one by chance, by weight.
 */
function chooseOne<Entry extends InGroup>(among: readonly Entry[], seed: string): Entry | undefined {
  const sticky = among.find(({ fired }) => fired.isSticky);
  if (sticky !== undefined) return sticky;
  const best = Math.max(...among.map(({ fired }) => fired.score));
  const fit = among.filter(({ trigger, fired }) => !trigger.isScored || fired.score === best);
  const first = fit
    .filter(({ trigger }) => trigger.hasPriority)
    .toSorted((one, other) => other.trigger.order - one.trigger.order)[0];
  return first ?? drawByWeight(fit, seed);
}

function drawByWeight<Entry extends InGroup>(among: readonly Entry[], seed: string): Entry | undefined {
  const total = among.reduce((sum, { trigger }) => sum + trigger.groupWeight, 0);
  const share = createHash('sha256').update(`group ${seed}`).digest().readUInt32BE(0) / 2 ** 32;
  let left = share * total;
  const drawn = among.find(({ trigger }) => {
    left -= trigger.groupWeight;
    return left < 0;
  });
  return drawn ?? among[0];
}
