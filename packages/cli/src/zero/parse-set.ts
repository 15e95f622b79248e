// Parses values of a sheet as a person writes them: `label=value` or `path=value`, one or several.

import { parseValue } from '@terrarium/composition/parse-value';
import { UsageError } from '@terrarium/kernel/errors';
import type { CharacterOptions } from '@terrarium/rpg/build-character';
import type { System } from '@terrarium/rpg/system';
import { resolveFieldPath } from '../play/resolve-field-path.ts';

/**
 * Splits for instance `a=1 b=2`: the name before each equals sign begins a pair, and the value ends before the next
 * name. A name may have several words if it is a label of the sheet.
 */
export function splitPairs(typed: string, { sheets }: Pick<System, 'sheets'>): readonly string[] {
  const labels = (sheets.get('character')?.fields ?? []).map(({ definition }) =>
    definition.label.toLowerCase(),
  );
  const starts = [...typed.matchAll(/(?<![^\s,;])[^\s=,;]+\s*=/gu)].map((found) => {
    const before = typed.slice(0, found.index + found[0].length - 1).trimEnd();
    const named = labels
      .filter(
        (label) => before.toLowerCase().endsWith(label) && !/[^\s,;]$/.test(before.slice(0, -label.length)),
      )
      .map(({ length }) => before.length - length);
    return Math.min(found.index, ...named);
  });
  return [0, ...starts]
    .map((start, at, all) => typed.slice(start, all[at + 1]))
    .map((pair) => pair.trim().replace(/(?<![\s,;])[\s,;]+$/u, ''))
    .filter((pair) => pair !== '');
}

/**
 * Each pair is `path=value` or `label=value`, and a value is read as JSON if it is valid JSON, otherwise as text.
 * Throws `UsageError` for a pair of another form.
 */
export function parseSet(pairs: readonly string[], system: System): CharacterOptions['set'] {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at <= 0) {
        throw new UsageError({
          code: 'play.bad-set',
          happened: `"${pair}" does not have the form path=value.`,
          todo: `Write it like ${buildExample(system)}.`,
        });
      }
      return [
        resolveFieldPath(system.sheets.get('character'), pair.slice(0, at).trim()),
        parseValue(pair.slice(at + 1).trim()),
      ];
    }),
  );
}

/** Builds an example with at most two values of the system, in the form in which a person types them. */
export function buildExample({ sheets }: System): string {
  const first = (sheets.get('character')?.fields ?? []).filter(
    ({ definition }) => definition.category === 'attributes',
  );
  const names = first.slice(0, 2).map(({ definition }) => cutLabel(definition.label));
  return names.length === 0 ? 'path=value' : names.map((name, at) => `${name}=${at + 1}`).join(' ');
}

/** The label in lower case, without a part in brackets at its end, which is often a short form. */
export function cutLabel(label: string): string {
  const short = label.replace(/(?<!\s)\s*\([^()]*\)$/u, '');
  return (short === '' ? label : short).toLowerCase();
}
