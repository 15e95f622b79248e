// Reads what a roll is made against: a number, a check, or a path on the sheet of either side.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolRefusal } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { Check } from '../../system/check.ts';
import type { System } from '../../system/system.ts';
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
  const rung = findRung(bench.system, text);
  if (rung !== undefined) return { ok: true, number: rung };
  const nearest = typeof stored === 'object' ? ` ${escapeLine(stored.say, 300)}` : '';
  const shown = escapeLine(text, 80);
  return {
    ok: false,
    say: `versus is a number to reach (such as ${renderExample(bench.system)}), a path of the sheet, or a check; "${shown}" is none of these.${nearest}`,
  };
}

/** The number of a difficulty, or of a rung of a ladder of skills, by its word, such as `hard` or `Fair`. */
function findRung({ manifest }: System, text: string): number | undefined {
  const wanted = text.toLowerCase().replace(/ ?\([+-]?\d+\)$/u, '');
  const { difficulties = {} } = manifest.narrator ?? {};
  const named = Object.entries(difficulties).find(([name]) => name === wanted)?.[1];
  return named ?? listRungs(manifest).find(({ label }) => label.toLowerCase() === wanted)?.value;
}

const ladder = z.looseObject({
  rungs: z.array(z.looseObject({ label: z.string(), value: z.number() })),
});

function listRungs({ fields }: System['manifest']) {
  return fields.flatMap(({ category, config }) => {
    const parsed = category === 'skills' ? ladder.safeParse(config) : undefined;
    return parsed?.data?.rungs ?? [];
  });
}

/** An example of a number to roll against, with the word for this number if a ladder of skills has one. */
function renderExample({ manifest }: System): string {
  const { normal = usualNumber } = manifest.narrator?.difficulties ?? {};
  const rung = listRungs(manifest).find(({ value }) => value === normal);
  return rung === undefined ? String(normal) : `${normal} or ${rung.label}`;
}

const usualNumber = 15;

/** A number alone, such as `15`, or with its name, such as `AC 15`. */
const numberWithName = /^(?:[a-z][a-z ]*)?([+-]?\d{1,9}(?:\.\d{1,4})?)$/i;

function readNumber(text: string): number | undefined {
  const number = numberWithName.exec(text.trim())?.[1];
  return number === undefined ? undefined : Number(number);
}
