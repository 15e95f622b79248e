// Builds a field for the draft of a sheet: its definition with prefab and configuration, if these are valid.

import type { z } from 'zod';
import { buildBoundPrefab, type FieldKind } from '../../prefabs/build-bound-prefab.ts';
import type { FieldPart, Prefab } from '../../prefabs/prefab.ts';
import { prefabs } from '../../prefabs/prefabs.ts';
import { readMember } from '../../prefabs/read-json.ts';
import type { FieldDefinition } from '../../system/manifest.ts';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import { listSchemaProblems } from './list-schema-problems.ts';
import type { Place, ProblemList } from './problem-list.ts';
import { listNames, suggestName } from './suggest.ts';

/** A field whose prefab and configuration are valid; a built-in field has no place in the manifest. */
export interface DraftField {
  readonly path: string;
  readonly definition: FieldDefinition;
  readonly kind: FieldKind;
  readonly parts: readonly FieldPart[];
  readonly at: Place | undefined;
}

/**
 * Undefined if the field has no usable path, prefab or configuration, or if the problem list is full. Other faults only
 * add a problem.
 */
export function buildDraftField(
  raw: JsonObject,
  at: Place | undefined,
  problems: ProblemList,
): DraftField | undefined {
  const { path, prefab: id } = raw;
  if (problems.isFull) return undefined;
  if (typeof path !== 'string' || typeof id !== 'string') return undefined;
  const prefab = prefabs.get(id);
  const place = at ?? [];
  if (prefab === undefined) {
    problems.add([...place, 'prefab'], `There is no prefab "${id.slice(0, 60)}".`, suggestPrefab(id));
    return undefined;
  }
  const config = readConfig(raw, prefab, { place, problems });
  // Members that do not fit the schema were removed before, so a member that is left and has the right type is sound.
  const label = typeof raw['label'] === 'string' ? raw['label'] : path;
  const definition = { ...raw, path, label, prefab: id } as unknown as FieldDefinition;
  checkDerived(definition, prefab, { place, problems });
  if (config === undefined) return undefined;
  const kind = buildBoundPrefab(prefab, config);
  return { path, definition, kind, parts: listFieldParts(prefab, config, definition), at };
}

interface Noting {
  readonly place: Place;
  readonly problems: ProblemList;
}

function suggestPrefab(id: string): string {
  const near = suggestName(id.toUpperCase().replaceAll('-', '_'), [...prefabs.keys()]);
  return near.startsWith('Did') ? near : listNames([...prefabs.keys()]);
}

/** The parsed configuration; undefined if it does not fit, with a problem added for each fault. */
function readConfig(raw: JsonObject, prefab: Prefab<unknown>, { place, problems }: Noting): unknown {
  const given = raw['config'] ?? {};
  const schema = prefab.config as z.ZodType;
  const faults = listSchemaProblems(schema, given);
  const shown = raw['config'] === undefined ? place : [...place, 'config'];
  for (const { at, says, suggestion } of faults) {
    const isAbsent = raw['config'] === undefined;
    problems.add([...shown, ...at], isAbsent ? `It has no config. ${says}` : says, suggestion);
  }
  return faults.length === 0 ? schema.parse(given) : undefined;
}

/**
 * Reports what is wrong with the formulas and the maximum of a field, such as a formula that the prefab does not use.
 */
function checkDerived(
  definition: FieldDefinition,
  prefab: Prefab<unknown>,
  { place, problems }: Noting,
): void {
  const { value, max, default: start } = prefab.derives;
  const refuse = (member: string, what: string) =>
    problems.add([...place, member], `${prefab.id} makes no use of ${what}.`, suggestDeriving(member));
  if (definition.formula !== undefined && value === undefined) refuse('formula', 'a formula');
  if (definition.max_formula !== undefined && max === undefined) refuse('max_formula', 'a max_formula');
  if (definition.default_formula !== undefined && start === undefined) {
    refuse('default_formula', 'a default_formula');
  }
  checkWords(definition, { place, problems });
  if (max === undefined) return;
  const isSaid =
    isObject(definition.config as Json) && readMember(definition.config as Json, max.member) !== undefined;
  if (isSaid && definition.max_formula !== undefined) {
    problems.add(
      [...place, 'max_formula'],
      `The maximum is given twice: by max_formula and by "${max.member}" of the config.`,
      `Remove one of them.`,
    );
  }
  if (max.isNeeded === true && !isSaid && definition.max_formula === undefined) {
    problems.add(
      place,
      `${prefab.id} needs a maximum.`,
      `Add "${max.member}" to its config, or a max_formula.`,
    );
  }
}

function checkWords(definition: FieldDefinition, { place, problems }: Noting): void {
  const { formula_words: words, formula, max_formula: most, default_formula: start } = definition;
  if (words === undefined || formula !== undefined || most !== undefined || start !== undefined) return;
  problems.add(
    [...place, 'formula_words'],
    'There is no formula that these words could explain.',
    'Remove them, or say it in usage_hint.',
  );
}

function suggestDeriving(member: string): string {
  const can = [...prefabs.values()].filter(({ derives }) => {
    if (member === 'formula') return derives.value !== undefined;
    return member === 'max_formula' ? derives.max !== undefined : derives.default !== undefined;
  });
  return `Remove it, or choose a prefab that uses it: ${can.map((prefab) => prefab.id).join(', ')}.`;
}

/** The parts of a field. A part that `formula` or `max_formula` computes cannot be written. */
function listFieldParts(
  prefab: Prefab<unknown>,
  config: unknown,
  definition: FieldDefinition,
): readonly FieldPart[] {
  const { value, max } = prefab.derives;
  const derived = new Set<string>();
  if (definition.formula !== undefined && value !== undefined) derived.add(value);
  if (definition.max_formula !== undefined && max?.part !== undefined) derived.add(max.part);
  return prefab
    .listParts(config)
    .map((part) => (derived.has(part.name) ? { ...part, isWritable: false } : part));
}
