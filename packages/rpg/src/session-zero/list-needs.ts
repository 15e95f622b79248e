// Lists for a model the bounds of numbers that the rules of creation check; an option with bounds of its own has its own line.

import { buildScope } from '../rules/build-scope.ts';
import { parseFormula } from '../rules/parse-formula.ts';
import type { System } from '../system/system.ts';
import type { Json } from '../values/json.ts';
import { settleCharacter } from './build-character.ts';

const lookup = /lookup\((\w+), ([a-z_][\w.]*), (\d+)\)/gu;
/** More options than this would cost more than they help. */
const mostOptions = 40;

/**
 * Lists first the numbers that the rules of creation count, each with its bounds and without long sums, then the
 * aliases in these bounds, each with its formula. If a bound depends on an option, such as an occupation, each option
 * has a line of its own.
 */
export function listNeeds(system: System): readonly string[] {
  const { creation = [], aliases = {} } = system.manifest;
  const needs = creation.flatMap(({ count }) =>
    count === undefined ? [] : [{ of: count.of, least: count.least, most: count.most }],
  );
  const used = collectUsed(
    needs.flatMap(({ least, most }) => [least ?? '', most ?? '']),
    aliases,
  );
  const isByOption = (text: string) => text.matchAll(lookup).next().done !== true;
  const lines = needs.flatMap(({ of, least, most }) => {
    const bounds = describeBounds(least, most);
    return bounds === '' || isByOption(bounds) || isByOption(of) || of.length > longestCounted
      ? []
      : [`${of} = ${bounds}`];
  });
  const meant = used.filter(([, text]) => !isByOption(text)).map(([name, text]) => `${name} = ${text}`);
  const open = [
    ...used.filter(([, text]) => isByOption(text)),
    ...needs.flatMap(({ of, least, most }) =>
      [least, most].some((one) => isByOption(one ?? '')) ? [[of, describeBounds(least, most)] as const] : [],
    ),
  ];
  return [...lines, ...meant, ...listByOption(system, open)].map(writeSigns);
}

/** Replaces signs that a request would contain in an escaped form. */
function writeSigns(line: string): string {
  return line.replaceAll('>=', '≥').replaceAll('<=', '≤');
}

/** Says which bounds a count has; empty if it has none. */
function describeBounds(least: string | undefined, most: string | undefined): string {
  if (least === undefined) return most === undefined ? '' : `at most ${most}`;
  if (most === undefined) return `at least ${least}`;
  return least === most ? least : `${least} to ${most}`;
}

/** A longer sum, such as that of all skills, is not written out: its rule says it in words. */
const longestCounted = 60;

type Named = readonly [name: string, text: string];

/** The aliases that these formulas name, and the aliases that those aliases name in turn. */
function collectUsed(texts: readonly string[], aliases: Readonly<Record<string, string>>): readonly Named[] {
  const found = new Map<string, string>();
  const queue = [...texts];
  for (let text = queue.shift(); text !== undefined; text = queue.shift()) {
    for (const [name] of text.matchAll(/[a-z_]\w*/gu)) {
      const meant = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
      if (meant === undefined || found.has(name)) continue;
      found.set(name, meant);
      queue.push(meant);
    }
  }
  return [...found];
}

/** One line for each option of a field by which tables are looked up, with what the tables give for the option. */
function listByOption(system: System, open: readonly Named[]): readonly string[] {
  const keys = new Set(open.flatMap(([, text]) => [...text.matchAll(lookup)].map(([, , key = '']) => key)));
  return [...keys].flatMap((key) =>
    listOptions(system, key).map((option) => {
      const evaluate = openEvaluation(system, { [key]: option });
      const told = open.map(([name, text]) => {
        const shown = text.replace(lookup, (found, _table, path) => (path === key ? evaluate(found) : found));
        return `${name} = ${stripZeros(shown)}`;
      });
      return `${key} ${option}: ${told.join('; ')}`;
    }),
  );
}

function listOptions(system: System, path: string): readonly string[] {
  const { rungs = [], options = [] } = Object(
    system.sheets.get('character')?.byPath.get(path)?.definition.config,
  ) as { readonly rungs?: readonly { readonly label: string }[]; readonly options?: readonly string[] };
  return [...rungs.map(({ label }) => label), ...options].slice(0, mostOptions);
}

/**
 * Returns a function that computes a part of a formula for a character with these values, and gives the text of the
 * part back if it cannot be computed.
 */
function openEvaluation(system: System, set: Readonly<Record<string, Json>>) {
  const { sheet, values } = settleCharacter(system, { name: 'Nobody', about: '', set });
  const scope = buildScope(sheet, values, system.tables);
  return (text: string) => {
    const parsed = parseFormula(text);
    const result = parsed.ok ? parsed.formula.evaluate(scope) : undefined;
    return result?.ok === true ? String(result.value) : text;
  };
}

/** Leaves out the terms of a sum that are multiplied by zero; `0` if none are left. */
function stripZeros(text: string): string {
  const terms = text.split(' + ');
  const kept = terms.filter((term) => !/ \* 0$/u.test(term));
  return kept.length === 0 ? '0' : kept.join(' + ');
}
