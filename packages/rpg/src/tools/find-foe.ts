// Finds a foe of the system by id or name, or an opponent by how dangerous it is, with the values for its sheet.

import { sortByNearness } from '@terrarium/kernel/find-nearest';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolRefusal } from '@terrarium/kernel/tool';
import type { System } from '../system/system.ts';

export interface FoundFoe {
  readonly ok: true;
  readonly type?: 'npc' | 'creature' | undefined;
  readonly say?: string | undefined;
  readonly set: Readonly<Record<string, unknown>>;
}

export function findFoe({ manifest }: System, wanted: string): FoundFoe | ToolRefusal {
  const { foes = [], narrator } = manifest;
  const name = wanted.trim().toLowerCase();
  const foe = foes.find(({ id, name: named }) => id === name || named.toLowerCase() === name);
  if (foe !== undefined) return { ok: true, type: foe.type ?? 'creature', say: foe.say, set: foe.set };
  const { threats = {} } = narrator?.opponents ?? {};
  const threat = Object.hasOwn(threats, name) ? threats[name] : undefined;
  if (threat !== undefined) return { ok: true, say: threat.say, set: threat.set ?? {} };
  const known = [...foes.map((one) => one.name), ...Object.keys(threats)];
  const nearest = sortByNearness(wanted, known).slice(0, 8).join(', ');
  const others = nearest === '' ? 'This system has none.' : `Nearest: ${nearest}.`;
  return { ok: false, say: `There is no foe "${escapeLine(wanted, 80)}". ${others}` };
}
