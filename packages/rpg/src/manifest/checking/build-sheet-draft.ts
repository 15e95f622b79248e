// Builds the drafts of sheets: lists the fields of each type of entity, and refuses paths that are taken or overlap.

import { readMember } from '../../prefabs/read-json.ts';
import { baseFields } from '../../system/base-entities.ts';
import { isList, isObject, type Json, type JsonObject } from '../../values/json.ts';
import { buildDraftField, type DraftField } from './build-draft-field.ts';
import type { Place, ProblemList } from './problem-list.ts';

export interface SheetDraft {
  readonly type: string;
  readonly fields: readonly DraftField[];
  /** Paths of fields that are missing only because something is wrong with them. */
  readonly broken: readonly string[];
  /** Every field definition that the manifest gives this type, sound or not. */
  readonly raws: readonly RawField[];
}

export interface RawField {
  readonly raw: JsonObject;
  readonly at: Place;
}

/**
 * A draft for every type of entity. `whole` is the manifest as it was given, `fit` the parts of it that fit the schema.
 */
export function buildSheetDrafts(
  { whole, fit }: { readonly whole: JsonObject; readonly fit: JsonObject },
  problems: ProblemList,
): readonly SheetDraft[] {
  return [...baseFields.keys()].map((type) => {
    const at: Place = type === 'character' ? ['fields'] : ['entities', type, 'fields'];
    const listAt = (json: Json) => {
      const list = at.reduce<Json | undefined>((here, step) => readMember(here, String(step)), json);
      return isList(list) ? list : [];
    };
    const raws = listAt(fit).flatMap((raw, index) => (isObject(raw) ? [{ raw, at: [...at, index] }] : []));
    // A malformed path still counts as a known name, so that formulas that read it are not reported as well.
    const misspelt = listAt(whole).map((raw) => readMember(raw, 'path'));
    return buildSheetDraft({ type, raws, misspelt }, problems);
  });
}

interface Given {
  readonly type: string;
  readonly raws: readonly RawField[];
  readonly misspelt: readonly (Json | undefined)[];
}

function buildSheetDraft({ type, raws, misspelt }: Given, problems: ProblemList): SheetDraft {
  const house = (baseFields.get(type) ?? []).flatMap(
    (raw) => buildDraftField(raw, undefined, problems) ?? [],
  );
  const taken = new Map<string, Place | undefined>(house.map((field) => [field.path, undefined]));
  const fields = [...house];
  for (const { raw, at } of raws) {
    const field = buildDraftField(raw, at, problems);
    const { path } = raw;
    if (typeof path !== 'string' || !checkPathFree({ path, at, taken }, problems)) continue;
    if (field !== undefined) fields.push(field);
  }
  const known = new Set(fields.map((field) => field.path));
  const broken = misspelt.filter((path): path is string => typeof path === 'string' && !known.has(path));
  return { type, fields, broken, raws };
}

interface Taking {
  readonly path: string;
  readonly at: Place;
  readonly taken: Map<string, Place | undefined>;
}

/**
 * Takes the path and returns true. If the path is taken already or overlaps another, as `hp` overlaps `hp.max`, adds a
 * problem and returns false.
 */
function checkPathFree({ path, at, taken }: Taking, problems: ProblemList): boolean {
  const other = [...taken.keys()].find(
    (one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`),
  );
  if (other === undefined) {
    taken.set(path, at);
    return true;
  }
  const place = taken.get(other);
  const whose =
    place === undefined ? 'belongs to every entity of this type' : `belongs to /${place.join('/')}`;
  const says =
    other === path
      ? `The path "${path}" ${whose} already.`
      : `The path "${path}" overlaps "${other}", which ${whose}.`;
  problems.add([...at, 'path'], says, `Choose another path, such as "${path}_2".`);
  return false;
}
