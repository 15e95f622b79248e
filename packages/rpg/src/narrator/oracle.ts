// Oracles: tables of the system that are rolled on through the tools, and what their rows say.

import type { Chronicle } from './chronicle.ts';
import type { Script } from './script.ts';

/** What the row says; undefined where the system has no such table. */
export function* rollOracle(
  c: Chronicle,
  id: string | undefined,
  reason: string,
): Script<string | undefined> {
  const oracle = c.system.manifest.oracles?.find((one) => one.id === id);
  if (oracle === undefined) return undefined;
  const asked = { formula: oracle.dice, reason: `${oracle.label}: ${reason}`.slice(0, 180) };
  const [answer] = yield* c.execute([{ name: 'roll', arguments: asked }]);
  const total = answer?.rolls[0]?.rolled.total;
  if (total === undefined) return undefined;
  return oracle.rows.find(({ from, to }) => total >= from && total <= to)?.say;
}
