// Lists the rests of a system: those in its rules, and a short and a long rest, which every system has.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { Rest } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';

export interface NamedRest extends Partial<Rest> {
  readonly id: string;
}

export function listRests({ manifest }: System): readonly NamedRest[] {
  const { short, long, ...others } = manifest.narrator?.rest ?? {};
  return [
    { id: 'short', ...short },
    { id: 'long', ...long },
    ...Object.entries(others).map(([id, rest]) => ({ id, ...rest })),
  ];
}

export function nameRest({ id, label }: NamedRest): string {
  return label === undefined ? escapeLine(id, 80) : `${escapeLine(id, 80)} (${escapeLine(label, 80)})`;
}

/** The rest for which the player used a word; undefined if the player used no such word. */
export function findSpokenRest(system: System, heard: string): NamedRest | undefined {
  return listRests(system).find(({ words = [] }) =>
    words.some((word) => heard.includes(` ${word.toLowerCase()} `)),
  );
}
