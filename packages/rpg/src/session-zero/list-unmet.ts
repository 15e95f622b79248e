// Lists which rules of creation a character does not meet, with the numbers that the rules count and what they must be.

import { buildScope } from '../rules/build-scope.ts';
import { parseFormula } from '../rules/parse-formula.ts';
import { resolvePath } from '../rules/resolve-path.ts';
import type { Scope } from '../system/formula.ts';
import type { Manifest } from '../system/manifest.ts';
import type { Field, Sheet, System } from '../system/system.ts';
import type { JsonObject } from '../values/json.ts';

export interface CharacterProblem {
  /** The path at fault, or the id of a rule of creation. */
  readonly at: string;
  readonly say: string;
  /** The group of the sheet with the values that a rule of creation is about. */
  readonly category?: string | undefined;
}

type CreationRule = NonNullable<Manifest['creation']>[number];

/**
 * Lists the rules of creation that are not met. A count that includes one of the `overruled` paths is not told, since
 * it would not be a count of the numbers that were written.
 */
export function listUnmet(
  system: System,
  sheet: Sheet,
  values: JsonObject,
  overruled: ReadonlySet<string> = new Set(),
): readonly CharacterProblem[] {
  const scope = buildScope(sheet, values, system.tables);
  return (system.manifest.creation ?? []).flatMap(({ id, holds, say, count }) => {
    if (isMet(holds, scope)) return [];
    const counted = listFields(system, sheet, count?.of ?? holds);
    const isCounted = count !== undefined && !counted.some(({ path }) => overruled.has(path));
    return [
      {
        at: id,
        say: `${say}${isCounted ? renderCount(count, scope) : ''}`,
        category: findCategory(counted),
      },
    ];
  });
}

export function countUnmet(system: System, sheet: Sheet, values: JsonObject): number {
  const scope = buildScope(sheet, values, system.tables);
  return (system.manifest.creation ?? []).filter(({ holds }) => !isMet(holds, scope)).length;
}

function isMet(holds: string, scope: Scope): boolean {
  const result = evaluate(holds, scope);
  return result !== undefined && result !== false && result !== 0;
}

/** A rule is evaluated for each of many sheets, so it is parsed once. */
const parsedRules = new Map<string, ReturnType<typeof parseFormula>>();
const mostParsed = 500;

function parseRule(source: string): ReturnType<typeof parseFormula> {
  const known = parsedRules.get(source);
  if (known !== undefined) return known;
  const parsed = parseFormula(source);
  if (parsedRules.size >= mostParsed) parsedRules.clear();
  parsedRules.set(source, parsed);
  return parsed;
}

function evaluate(source: string, scope: Scope) {
  const parsed = parseRule(source);
  const result = parsed.ok ? parsed.formula.evaluate(scope) : undefined;
  return result?.ok === true ? result.value : undefined;
}

/** Says what the number is now and how far it is from its bounds; empty if it is within them, or cannot be computed. */
function renderCount(count: Count, scope: Scope): string {
  const { now, from, to } = readCount(count, scope);
  if (now === undefined) return '';
  if (to !== undefined && now > to) return ` Now: ${now}, which is ${now - to} more than ${to}.`;
  if (from !== undefined && now < from) return ` Now: ${now}, which is ${from - now} less than ${from}.`;
  return '';
}

type Count = NonNullable<CreationRule['count']>;

function readCount({ of, least, most }: Count, scope: Scope) {
  const read = (source: string | undefined) => {
    const value = source === undefined ? undefined : evaluate(source, scope);
    return typeof value === 'number' ? value : undefined;
  };
  return { now: read(of), from: read(least), to: read(most) };
}

/** For each rule of creation whose count does not fit: how many points are missing; negative if there are too many. */
export function countShort(system: System, values: JsonObject): readonly (readonly [string, number])[] {
  const sheet = system.sheets.get('character');
  if (sheet === undefined) return [];
  const scope = buildScope(sheet, values, system.tables);
  return (system.manifest.creation ?? []).flatMap(({ id, holds, count }) => {
    if (count === undefined || isMet(holds, scope)) return [];
    const { now, from, to } = readCount(count, scope);
    if (now === undefined) return [];
    if (to !== undefined && now > to) return [[id, to - now] as const];
    return from !== undefined && now < from ? [[id, from - now] as const] : [];
  });
}

/** The group with the most of these fields; undefined if there are no fields. */
function findCategory(fields: readonly FieldDefinition[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { category } of fields) counts.set(category, (counts.get(category) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
}

type FieldDefinition = Field['definition'];

/** The fields that a formula reads, also through aliases. */
function listFields(system: System, sheet: Sheet, source: string): readonly FieldDefinition[] {
  const parsed = parseRule(source);
  const { aliases = {} } = system.manifest;
  return (parsed.ok ? parsed.formula.reads : []).flatMap((name) => {
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (alias !== undefined) return listFields(system, sheet, alias);
    const found = resolvePath(sheet, name);
    return found.ok ? [found.field.definition] : [];
  });
}
