// Finds a foe of the system by id or name, or an opponent by how dangerous it is, with the values for its sheet.

import { filterAlike } from '@terrarium/kernel/find-nearest';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolRefusal } from '@terrarium/kernel/tool';
import type { System } from '../system/system.ts';

const mostNear = 5;

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
  const alike = filterAlike(
    wanted,
    foes.map((one) => one.name),
  );
  const dangers = Object.keys(threats);
  const others = [
    ...(alike.length === 0 ? [] : [`Nearest: ${alike.slice(0, mostNear).join(', ')}.`]),
    ...(dangers.length === 0 ? [] : [`For anything else, by danger: ${dangers.join(', ')}.`]),
  ];
  const told = others.length === 0 ? 'This system has none.' : others.join(' ');
  return { ok: false, say: `There is no foe "${escapeLine(wanted, 80)}". ${told}` };
}
