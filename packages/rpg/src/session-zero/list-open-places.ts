// Lists the places of a world that can be reached from its first place without a hidden way.

import type { Scenario } from '../narrator/scenario.ts';

export function listOpenPlaces({ start, ways }: Pick<Scenario, 'start' | 'ways'>): ReadonlySet<string> {
  const open = new Set([start.at]);
  const seen = ways.filter(({ hidden }) => !hidden);
  for (let before = 0; before < open.size; ) {
    before = open.size;
    for (const { from, to, isOneWay } of seen) {
      if (open.has(from)) open.add(to);
      if (open.has(to) && !isOneWay) open.add(from);
    }
  }
  return open;
}
