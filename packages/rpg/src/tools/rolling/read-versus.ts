// Reads what a roll is made against: a number, a check, or a path on the sheet of either side.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolRefusal } from '@terrarium/kernel/tool';
import type { Check } from '../../system/check.ts';
import type { Workbench } from '../workbench.ts';
import { findCheck } from './find-check.ts';
import { openSheet, type Sides } from './open-sheet.ts';

export type Versus =
  | {
      readonly ok: true;
      readonly number?: number | undefined;
      /** The path from which the number was read. */
      readonly path?: string | undefined;
      readonly check?: Check | undefined;
    }
  | ToolRefusal;

export function readVersus(bench: Workbench, versus: string | number | undefined, sides: Sides): Versus {
  if (versus === undefined) return { ok: true };
  const number = typeof versus === 'number' ? versus : readNumber(versus);
  if (number !== undefined) return { ok: true, number };
  const text = String(versus).trim();
  const check = findCheck(bench.system, text);
  if (check !== undefined) return { ok: true, check };
  const path = text.replace(/^@/, '');
  const stored = openSheet(bench, sides).resolve(path);
  if (typeof stored === 'number') return { ok: true, number: stored, path };
  const nearest = typeof stored === 'object' ? ` ${escapeLine(stored.say, 300)}` : '';
  const shown = escapeLine(text, 80);
  return {
    ok: false,
    say: `versus is a number to reach (such as 15), a path of the sheet, or a check; "${shown}" is none of these.${nearest}`,
  };
}

/** A number alone, such as `15`, or with its name, such as `AC 15`. */
const numberWithName = /^(?:[a-z][a-z ]*)?([+-]?\d{1,9}(?:\.\d{1,4})?)$/i;

function readNumber(text: string): number | undefined {
  const number = numberWithName.exec(text.trim())?.[1];
  return number === undefined ? undefined : Number(number);
}
