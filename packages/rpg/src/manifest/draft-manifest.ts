// Draft of a manifest: what of it fits the schema, so that the rest of the checks go on around what does not.

import type { Json, JsonObject } from '../state/json.ts';
import { findSchemaProblems, type SchemaProblem } from './find-schema-problems.ts';
import { manifestSchema } from './manifest.ts';
import type { Place } from './problem-list.ts';

export interface ManifestDraft {
  /** Without what does not fit; entries of lists keep their places, an unfit one is null. */
  readonly json: JsonObject;
  readonly problems: readonly SchemaProblem[];
  /** Whether something at or below a place did not fit. */
  isBroken(at: Place): boolean;
}

export function draftManifest(json: JsonObject): ManifestDraft {
  const problems = findSchemaProblems(manifestSchema, json);
  const texts = problems.map((problem) => `${JSON.stringify(problem.at).slice(0, -1)},`);
  return {
    json: problems.reduce((rest: JsonObject, { at }) => remove(rest, at) as JsonObject, json),
    problems,
    isBroken: (at) => {
      const below = `${JSON.stringify(at).slice(0, -1)},`;
      return texts.some((text) => text.startsWith(below));
    },
  };
}

/**
 * A copy without what stands at a place. Lists and objects stay: what was shown there may be that they lack something,
 * and the rest of them is still of use.
 */
function remove(json: Json, at: Place): Json {
  const [step, ...rest] = at;
  if (step === undefined || typeof json !== 'object' || json === null) return json;
  if (isList(json)) return json.map((one, index) => (index === step ? (removeFrom(one, rest) ?? null) : one));
  const entries = Object.entries(json).flatMap(([name, one]) => {
    const left = name === String(step) ? removeFrom(one, rest) : one;
    return left === undefined ? [] : [[name, left] as const];
  });
  return Object.fromEntries(entries);
}

function removeFrom(json: Json, rest: Place): Json | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  return remove(json, rest);
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
