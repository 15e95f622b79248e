// Checks a manifest: returns everything that is wrong with it at once, or the system that it describes.

import { hash } from 'node:crypto';
import { readMember } from '../prefabs/read-json.ts';
import { settle } from '../rules/settle.ts';
import { type Manifest, manifestSchema } from '../system/manifest.ts';
import type { ManifestProblem, Sheet, System, Table } from '../system/system.ts';
import { renderCanonicalJson } from '../values/canonical-json.ts';
import { isList, isObject, type Json, type JsonObject } from '../values/json.ts';
import { buildManifestDraft } from './checking/build-manifest-draft.ts';
import { buildSheet } from './checking/build-sheet.ts';
import { buildSheetDrafts } from './checking/build-sheet-draft.ts';
import { checkAliases } from './checking/check-aliases.ts';
import { checkCharacters, checkCreation } from './checking/check-characters.ts';
import { checkFoes } from './checking/check-foes.ts';
import { checkChecks, checkOracles, checkTables, checkTwins, readRow } from './checking/check-mechanics.ts';
import { checkNarrator, readOpponentType } from './checking/check-narrator.ts';
import { checkRolls } from './checking/check-rolls.ts';
import { checkThings } from './checking/check-things.ts';
import { expandEffects } from './checking/expand-effects.ts';
import { findBulk } from './checking/measure-json.ts';
import { joinNames, type SheetNames } from './checking/names.ts';
import { ProblemList } from './checking/problem-list.ts';

export type CheckedManifest =
  | { readonly ok: true; readonly system: System }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] };

/** The types of entity that roll; a check may read every name that at least one of these types has. */
const rollers = ['character', 'npc', 'creature'];

/** Never throws, whatever is given. Lists the problems together, not just the first, and none of them twice. */
export function checkManifest(json: unknown): CheckedManifest {
  const problems = new ProblemList();
  const bulk = findBulk(json);
  if (bulk !== undefined) problems.add(bulk.at, bulk.says, bulk.suggestion);
  else if (!isObject(json as Json)) {
    problems.add([], 'A manifest is a JSON object.', 'Begin with { "id": …, "name": …, "fields": [ … ] }.');
  }
  if (problems.count > 0) return { ok: false, problems: problems.list() };
  const { whole, unused } = expandEffects(json as JsonObject);
  for (const name of unused)
    problems.add(
      ['narrator', 'effects', name],
      `Nothing names the effects "${name}".`,
      'Name them by "same" where they happen, or remove them.',
    );
  return checkWhole(whole, problems);
}

function checkWhole(whole: JsonObject, problems: ProblemList): CheckedManifest {
  const draft = buildManifestDraft(whole);
  for (const { at, says, suggestion } of draft.problems) problems.add(at, says, suggestion);
  if (problems.isFull || draft.problems.some(({ isBulk }) => isBulk === true)) {
    return { ok: false, problems: problems.list() };
  }
  const fit = draft.json;
  const tables = new Set(isObject(whole['tables']) ? Object.keys(whole['tables']) : []);
  const drafts = buildSheetDrafts({ whole, fit }, problems);
  const names = checkAliases(drafts, { json: fit, tables }, problems);
  const sheets = new Map(
    drafts.flatMap((one) => {
      const known = names.get(one.type);
      return known === undefined
        ? []
        : [[one.type, buildSheet({ draft: one, names: known, tables, problems })] as const];
    }),
  );
  const rolling = joinNames(rollers.flatMap((type) => names.get(type) ?? []));
  const others = joinNames([...names.values()]);
  const checking = { json: fit, names: rolling, others, tables, problems, isBroken: draft.isBroken };
  checkTables(checking);
  const checks = checkChecks(checking);
  checkOracles(checking);
  checkRolls(checking);
  checkTwins(['rules'], fit['rules'], problems);
  const [own, sheet] = [names.get('character'), sheets.get('character')];
  if (own !== undefined && sheet !== undefined) {
    const tableRows = buildTables(fit['tables']);
    checkCharacters({ ...checking, names: own, sheet, tableRows });
    checkCreation({ ...checking, names: own, sheet, tableRows });
  }
  const hints = { ...checking, sheets: joinSheets(sheets, names) };
  checkNarrator(hints);
  checkFoes(hints);
  checkThings(hints, readOpponentType(fit));
  if (problems.count > 0) return { ok: false, problems: problems.list() };
  const manifest = manifestSchema.parse(whole);
  const { id, name, version } = manifest;
  const rows = buildTables(fit['tables']);
  const compiled = { sheets, blanks: buildBlanks(sheets, rows), checks, tables: rows };
  return { ok: true, system: { id, name, version, hash: hashManifest(manifest), manifest, ...compiled } };
}

function buildBlanks(sheets: ReadonlyMap<string, Sheet>, tables: ReadonlyMap<string, Table>) {
  return new Map([...sheets].map(([type, sheet]) => [type, settle(sheet, {}, { tables }).values]));
}

function joinSheets(sheets: ReadonlyMap<string, Sheet>, names: ReadonlyMap<string, SheetNames>) {
  const pairs = [...sheets].flatMap(([type, sheet]) => {
    const known = names.get(type);
    return known === undefined ? [] : [[type, { sheet, names: known }] as const];
  });
  return new Map(pairs);
}

/** Rows with a fault may be incomplete; callers use the result only while no problem has been found. */
function buildTables(json: Json | undefined): ReadonlyMap<string, Table> {
  const tables = Object.entries(isObject(json) ? json : {}).map(([name, table]): [string, Table] => {
    const rows = readMember(table, 'rows');
    const numbers = isList(rows) ? rows.map(readRow) : [];
    return [name, { name, rows: numbers.map(([at = 0, ...values]) => ({ at, values })) }];
  });
  return new Map(tables);
}

/** SHA-256 of the canonical JSON without `$schema`, which only tells an editor where the schema is. */
export function hashManifest(manifest: Manifest): string {
  const { $schema: _, ...system } = manifest;
  return hash('sha256', renderCanonicalJson(system as unknown as Json), 'hex');
}
