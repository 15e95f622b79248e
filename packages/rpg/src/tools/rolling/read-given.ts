// Reads the values that a call gives to a roll: numbers, or paths on the sheet.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolRefusal } from '@terrarium/kernel/tool';
import type { Check } from '../../system/check.ts';
import type { Workbench } from '../workbench.ts';
import { openSheet, type Sides } from './open-sheet.ts';

export interface Giving extends Sides {
  readonly asked: Readonly<Record<string, number | string>> | undefined;
  readonly check: Check | undefined;
}

export type Given = { readonly ok: true; readonly values: Readonly<Record<string, number>> } | ToolRefusal;

/**
 * The values by name, with the defaults of the check. A check takes only names in its `given`; a roll without a check
 * takes any.
 */
export function readGiven(bench: Workbench, { asked = {}, check, who, against }: Giving): Given {
  const values: Record<string, number> = { ...check?.defaults };
  const { resolve } = openSheet(bench, { who, against });
  for (const [written, wanted] of Object.entries(asked)) {
    const name = written.replace(/^@/, '');
    if (check !== undefined && check.given?.includes(name) !== true) return refuseName(check, written);
    const number = typeof wanted === 'number' ? wanted : resolve(wanted.trim().replace(/^@/, ''));
    if (typeof number === 'number') values[name] = number;
    else return refuseValue(name, wanted, number);
  }
  return { ok: true, values };
}

function refuseName({ id, dice, given = [] }: Check, written: string): ToolRefusal {
  const known =
    given.length === 0
      ? `leave \`with\` out, or send \`check\` ${id} with a \`formula\` of your own in place of ${dice}`
      : `it is given ${given.join(', ')}`;
  return { ok: false, say: `The check ${id} takes no "${escapeLine(written, 80)}" in \`with\`: ${known}.` };
}

function refuseValue(
  name: string,
  wanted: number | string,
  found: string | undefined | { readonly say: string },
): ToolRefusal {
  const why = typeof found === 'object' ? ` ${escapeLine(found.say, 300)}` : '';
  const shown = escapeLine(String(wanted), 80);
  return { ok: false, say: `with.${name} is a number or a path of the sheet; "${shown}" is neither.${why}` };
}
