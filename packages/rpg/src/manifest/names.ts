// Names: what a formula of a manifest may read, of which kind it is, and which names are not known for a good reason.

import type { FieldPart } from '../prefabs/prefab.ts';
import { findName } from '../rules/find-name.ts';
import type { Formula } from '../rules/formula.ts';
import { listPaths } from '../rules/list-paths.ts';
import { parseFormula } from '../rules/parse-formula.ts';
import type { DraftField } from './draft-field.ts';

export type NameKind = FieldPart['kind'] | 'unknown';

/** Where names are looked up. */
export interface Names {
  /** Undefined where there is no such name; `unknown` where there is one and its kind depends on more. */
  kindOf(name: string): NameKind | undefined;
  /** Names that would be known if something else were not wrong, which is said elsewhere. */
  isExcused(name: string): boolean;
  list(): readonly string[];
}

/** The fields and aliases of one type of entity. */
export interface SheetNames extends Names {
  readonly type: string;
  readonly byPath: ReadonlyMap<string, DraftField>;
  /** Those aliases that can be read on this sheet. */
  readonly aliases: ReadonlyMap<string, Formula>;
}

export interface SheetNamesOptions {
  readonly type: string;
  readonly fields: readonly DraftField[];
  /** Paths of fields that are not whole. */
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
  const aliases = new Map(
    [...options.aliases].filter(([name]) =>
      resolves(name, { isField, all: options.aliases, seen: new Set() }),
    ),
  );
  const kinds = new Map<string, NameKind>();
  const kindOf = (name: string): NameKind | undefined => {
    const found = findName(name, byPath);
    if (found !== undefined) return found.kind;
    const alias = aliases.get(name);
    if (alias === undefined) return undefined;
    const kind = kinds.get(name);
    if (kind !== undefined) return kind;
    // Whoever asks again while it is found out asks in a circle, which is said elsewhere.
    kinds.set(name, 'unknown');
    const parsed = parseFormula(alias.source, (read) => toKnown(kindOf(read)));
    kinds.set(name, parsed.ok ? parsed.formula.kind : 'unknown');
    return kinds.get(name);
  };
  const list = () => [...listPaths(fields), ...aliases.keys()];
  return { type, byPath, aliases, kindOf, isExcused, list };
}

interface Resolving {
  readonly isField: (name: string) => boolean;
  readonly all: ReadonlyMap<string, Formula>;
  readonly seen: Set<string>;
}

/** Whether all that an alias reads, through other aliases too, is on the sheet. */
function resolves(name: string, resolving: Resolving): boolean {
  if (resolving.seen.has(name)) return true;
  resolving.seen.add(name);
  const reads = resolving.all.get(name)?.reads;
  return reads?.every((read) => resolving.isField(read) || resolves(read, resolving)) ?? false;
}

export function toKnown(kind: NameKind | undefined): FieldPart['kind'] | undefined {
  return kind === 'unknown' ? undefined : kind;
}

/** Names that stand before those of a sheet, such as `total` in an outcome. */
export function withNames(own: ReadonlyMap<string, NameKind>, names: Names): Names {
  return {
    kindOf: (name) => own.get(name) ?? names.kindOf(name),
    isExcused: (name) => names.isExcused(name),
    list: () => [...own.keys(), ...names.list()],
  };
}

/** Names of any of several sheets: for what may be done by a character, a person or a creature. */
export function joinNames(sheets: readonly Names[]): Names {
  return {
    kindOf: (name) => {
      for (const sheet of sheets) {
        const kind = sheet.kindOf(name);
        if (kind !== undefined) return kind;
      }
      return undefined;
    },
    isExcused: (name) => sheets.some((sheet) => sheet.isExcused(name)),
    list: () => [...new Set(sheets.flatMap((sheet) => sheet.list()))],
  };
}
