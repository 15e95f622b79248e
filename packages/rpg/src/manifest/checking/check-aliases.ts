// Checks aliases: each must parse, have a name that no field has, and read only names that some sheet has.

import { parseFormula } from '../../rules/parse-formula.ts';
import { deepestAlias } from '../../rules/settling/sheet-scope.ts';
import type { Formula } from '../../system/formula.ts';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import type { SheetDraft } from './build-sheet-draft.ts';
import { checkFormula } from './check-formula.ts';
import { buildSheetNames, listFirst, type Names, type SheetNames } from './names.ts';
import type { ProblemList } from './problem-list.ts';

interface Aliases {
  readonly sources: readonly (readonly [string, string])[];
  readonly parsed: Map<string, Formula>;
  /** Aliases that do not parse, or whose names are not all on one sheet. */
  readonly broken: Set<string>;
}

/** Returns the names that each sheet knows, aliases included, by the sheet's type. */
export function checkAliases(
  drafts: readonly SheetDraft[],
  { json, tables }: { readonly json: JsonObject; readonly tables: ReadonlySet<string> },
  problems: ProblemList,
): ReadonlyMap<string, SheetNames> {
  const aliases = parseAliases(json['aliases']);
  const sheets = collectSheetNames(drafts, aliases);
  const character = sheets.find((sheet) => sheet.type === 'character');
  for (const [name, source] of aliases.sources) {
    const home = sheets.find((sheet) => sheet.aliases.has(name)) ?? character;
    if (home === undefined) continue;
    checkFormula({ source, at: ['aliases', name], names: home, tables, needs: 'any', problems });
    checkShadow(name, sheets, problems);
  }
  checkDepth(aliases.parsed, problems);
  return new Map(sheets.map((sheet) => [sheet.type, sheet]));
}

function parseAliases(json: Json | undefined): Aliases {
  const sources = Object.entries(isObject(json) ? json : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const aliases: Aliases = { sources, parsed: new Map(), broken: new Set() };
  for (const [name, source] of sources) {
    const parsed = parseFormula(source);
    if (parsed.ok) aliases.parsed.set(name, parsed.formula);
    else aliases.broken.add(name);
  }
  return aliases;
}

function collectSheetNames(
  drafts: readonly SheetDraft[],
  { parsed, broken }: Aliases,
): readonly SheetNames[] {
  const build = () =>
    drafts.map((draft) => buildSheetNames({ ...draft, aliases: parsed, brokenAliases: broken }));
  const sheets = build();
  const missing = [...parsed.keys()].filter((name) => !sheets.some((sheet) => sheet.aliases.has(name)));
  for (const name of missing) {
    broken.add(name);
    parsed.delete(name);
  }
  return missing.length === 0 ? sheets : build();
}

/** Reports the aliases that are one step deeper than allowed. Aliases that are deeper still are not reported. */
function checkDepth(aliases: ReadonlyMap<string, Formula>, problems: ProblemList): void {
  const depths = new Map<string, number>();
  for (const name of aliases.keys()) {
    for (const one of listFirst(name, aliases, depths)) {
      const below = aliases.get(one)?.reads.map((read) => depths.get(read) ?? 0) ?? [];
      depths.set(one, 1 + Math.max(0, ...below));
    }
  }
  for (const [name] of [...depths].filter(([, depth]) => depth === deepestAlias + 1)) {
    const says = `Here one alias leads to the next more than ${deepestAlias} times.`;
    problems.add(['aliases', name], says, 'Write some of them out, or make fields of them.');
  }
}

function checkShadow(name: string, sheets: readonly (Names & SheetNames)[], problems: ProblemList): void {
  if (!sheets.some((sheet) => sheet.byPath.has(name))) return;
  problems.add(
    ['aliases', name],
    `"${name}" is the path of a field as well.`,
    `Call the alias "${name}_alias" or the like.`,
  );
}
