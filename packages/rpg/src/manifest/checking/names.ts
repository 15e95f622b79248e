// Names: finds which names a formula may read and of which kinds, and which are unknown only because of other errors.

import { listDiceChoices } from '../../prefabs/list-dice-choices.ts';
import type { FieldPart } from '../../prefabs/prefab.ts';
import { findName } from '../../rules/find-name.ts';
import { listPaths } from '../../rules/list-paths.ts';
import { parseFormula } from '../../rules/parse-formula.ts';
import type { Formula } from '../../system/formula.ts';
import type { DraftField } from './build-draft-field.ts';

export type NameKind = FieldPart['kind'] | 'unknown';

/** A scope in which names are looked up. */
export interface Names {
  /** Undefined if there is no such name; `unknown` if there is one, but its kind cannot be determined. */
  findKind(name: string): NameKind | undefined;
  /** Whether the name is unknown only because of a fault elsewhere, which is reported there. */
  isExcused(name: string): boolean;
  /** The parts of this name, if dice cannot read the whole and must name one of the parts; otherwise empty. */
  listChoices(name: string): readonly string[];
  list(): readonly string[];
}

/** The fields and aliases of one type of entity. */
export interface SheetNames extends Names {
  readonly type: string;
  readonly byPath: ReadonlyMap<string, DraftField>;
  /** The aliases that can be computed on this sheet. */
  readonly aliases: ReadonlyMap<string, Formula>;
}

export interface SheetNamesOptions {
  readonly type: string;
  readonly fields: readonly DraftField[];
  /** Paths of fields that are at fault. */
  readonly broken: readonly string[];
  readonly aliases: ReadonlyMap<string, Formula>;
  readonly brokenAliases: ReadonlySet<string>;
}

export function buildSheetNames(options: SheetNamesOptions): SheetNames {
  const { type, fields, broken, brokenAliases } = options;
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const isExcused = (name: string) =>
    brokenAliases.has(name) || broken.some((path) => name === path || name.startsWith(`${path}.`));
  const isField = (name: string) => findName(name, byPath) !== undefined || isExcused(name);
  const aliases = collectResolved(options.aliases, isField);
  const kinds = new Map<string, NameKind>();
  const findKind = (name: string): NameKind | undefined => {
    const found = findName(name, byPath);
    if (found !== undefined) return found.kind;
    if (!kinds.has(name))
      for (const alias of listFirst(name, aliases, kinds)) kinds.set(alias, computeKind(alias));
    return kinds.get(name);
  };
  const computeKind = (alias: string): NameKind => {
    const resolveKnown = (read: string) => toKnown(findName(read, byPath)?.kind ?? kinds.get(read));
    const parsed = parseFormula(aliases.get(alias)?.source ?? '', resolveKnown);
    return parsed.ok ? parsed.formula.kind : 'unknown';
  };
  const listChoices = (name: string) => {
    const field = byPath.get(name);
    return field === undefined ? [] : listDiceChoices(field);
  };
  const list = () => [...listPaths(fields), ...aliases.keys()];
  return { type, byPath, aliases, findKind, isExcused, listChoices, list };
}

/**
 * An alias and the aliases that it reads, directly or through others, without those in `known`; each comes before the
 * aliases that read it. Never recurses, since the chain of aliases could be too deep for that. If aliases read each
 * other in a circle, one of them comes too early; the circle is reported elsewhere.
 */
export function listFirst(
  name: string,
  aliases: ReadonlyMap<string, Formula>,
  known: ReadonlyMap<string, unknown>,
): readonly string[] {
  const first = new Set<string>();
  const seen = new Set<string>();
  const open = [name];
  for (let one = open.at(-1); one !== undefined; one = open.at(-1)) {
    const reads = seen.has(one) ? [] : (aliases.get(one)?.reads ?? []);
    seen.add(one);
    const next = reads.filter((read) => aliases.has(read) && !seen.has(read) && !known.has(read));
    if (next.length > 0) open.push(...next);
    else {
      open.pop();
      if (aliases.has(one)) first.add(one);
    }
  }
  return [...first];
}

/**
 * The aliases that can be computed on the sheet: it has each name that they read, directly or through other aliases. A
 * name that is unknown only because of a fault elsewhere counts as one that it has.
 */
function collectResolved(
  all: ReadonlyMap<string, Formula>,
  isField: (name: string) => boolean,
): ReadonlyMap<string, Formula> {
  const known = new Map<string, boolean>();
  for (const { reads } of all.values()) {
    for (const read of reads) if (!known.has(read)) known.set(read, isField(read));
  }
  const resolved = new Map(all);
  const hasUnresolved = (formula: Formula) =>
    formula.reads.some((read) => known.get(read) !== true && !resolved.has(read));
  for (let size = -1; size !== resolved.size; ) {
    size = resolved.size;
    for (const [name, formula] of all) if (hasUnresolved(formula)) resolved.delete(name);
  }
  return resolved;
}

export function toKnown(kind: NameKind | undefined): FieldPart['kind'] | undefined {
  return kind === 'unknown' ? undefined : kind;
}

/** Adds names, such as `total` in an outcome, to those of a sheet; they hide equal names of the sheet. */
export function withNames(own: ReadonlyMap<string, NameKind>, names: Names): Names {
  return {
    findKind: (name) => own.get(name) ?? names.findKind(name),
    isExcused: (name) => names.isExcused(name),
    listChoices: (name) => (own.has(name) ? [] : names.listChoices(name)),
    list: () => [...own.keys(), ...names.list()],
  };
}

/** Adds the names that begin with `against.`, which are read on the opponent's sheet. */
export function withAgainst(names: Names, others: Names): Names {
  const prefix = 'against.';
  const strip = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined);
  const choose = (name: string) => {
    const theirs = strip(name);
    return theirs === undefined ? { of: names, name } : { of: others, name: theirs };
  };
  return {
    findKind: (name) => choose(name).of.findKind(choose(name).name),
    isExcused: (name) => choose(name).of.isExcused(choose(name).name),
    listChoices: (name) => {
      const { of, name: own } = choose(name);
      return of.listChoices(own).map((choice) => (of === names ? choice : `${prefix}${choice}`));
    },
    list: () =>
      // Names on the other sheet are not suggested.
      names.list(),
  };
}

/** The names of several sheets together: a name is known if at least one of them has it. */
export function joinNames(sheets: readonly Names[]): Names {
  return {
    findKind: (name) => {
      for (const sheet of sheets) {
        const kind = sheet.findKind(name);
        if (kind !== undefined) return kind;
      }
      return undefined;
    },
    isExcused: (name) => sheets.some((sheet) => sheet.isExcused(name)),
    listChoices: (name) =>
      sheets.find((sheet) => sheet.listChoices(name).length > 0)?.listChoices(name) ?? [],
    list: () => [...new Set(sheets.flatMap((sheet) => sheet.list()))],
  };
}
