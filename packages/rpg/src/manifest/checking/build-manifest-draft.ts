// Builds the draft of a manifest: leaves out what does not fit the schema, so that the rest can still be checked.

import { manifestSchema } from '../../system/manifest.ts';
import { isList, type Json, type JsonObject } from '../../values/json.ts';
import { listSchemaProblems, type SchemaProblem } from './list-schema-problems.ts';
import type { Place } from './problem-list.ts';

export interface ManifestDraft {
  /**
   * The manifest without what does not fit the schema; in a list, null takes the place of an entry that does not fit.
   */
  readonly json: JsonObject;
  readonly problems: readonly SchemaProblem[];
  /** Whether something at or below a place did not fit. */
  isBroken(at: Place): boolean;
}

export function buildManifestDraft(json: JsonObject): ManifestDraft {
  const problems = listSchemaProblems(manifestSchema, json);
  const unfit: Unfit = new Map();
  for (const { at } of problems) markUnfit(unfit, at);
  return {
    json: strip(json, unfit) as JsonObject,
    problems,
    isBroken: (at) =>
      at.reduce<Unfit | undefined>((here, step) => here?.get(String(step)), unfit) !== undefined,
  };
}

/** The places that do not fit, as a tree of the steps that lead to them. */
type Unfit = Map<string, Unfit>;

function markUnfit(unfit: Unfit, at: Place): void {
  let here = unfit;
  for (const step of at) {
    const next = here.get(String(step)) ?? new Map();
    here.set(String(step), next);
    here = next;
  }
}

/**
 * A copy without the values that do not fit the schema; in a list, null takes their place. Lists and objects stay even
 * if they have a fault, since the rest of them is still of use.
 */
function strip(json: Json, unfit: Unfit): Json | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const stripUnfit = (one: Json, name: string) => {
    const below = unfit.get(name);
    return below === undefined ? one : strip(one, below);
  };
  if (isList(json)) return json.map((one, index) => stripUnfit(one, String(index)) ?? null);
  const entries = Object.entries(json).flatMap(([name, one]) => {
    const kept = stripUnfit(one, name);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(entries);
}
