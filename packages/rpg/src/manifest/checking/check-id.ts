// Checks that an id names an entry of a list of the manifest.

import { readMember } from '../../prefabs/read-json.ts';
import { isList, type Json, type JsonObject } from '../../values/json.ts';
import type { Place, ProblemList } from './problem-list.ts';
import { suggestName } from './suggest.ts';

export interface IdCheck {
  /** The parts of the manifest that fit the schema. */
  readonly json: JsonObject;
  readonly problems: ProblemList;
  /** Whether something at or below a place does not fit the schema, which was reported already. */
  isBroken(at: Place): boolean;
}

const nouns = { checks: 'check', oracles: 'oracle', things: 'thing' } as const;

type IdList = keyof typeof nouns;

interface Naming {
  readonly list: IdList;
  readonly at: Place;
}

/** Adds a problem if no entry of the list has the id, unless the id may belong to an entry that is at fault. */
export function checkId(id: Json | undefined, { list, at }: Naming, checking: IdCheck): void {
  if (typeof id !== 'string' || !isUnknown(id, list, checking)) return;
  checking.problems.add(at, `There is no ${nouns[list]} "${id}".`, suggestName(id, listIds(list, checking)));
}

/** Whether the list has no entry with the id; false if the id may belong to an entry that is at fault. */
export function isUnknown(id: string, list: IdList, checking: IdCheck): boolean {
  const entries = checking.json[list];
  const known = listIds(list, checking);
  const isWhole = isList(entries ?? null)
    ? known.length === (entries as readonly Json[]).length
    : !checking.isBroken([list]);
  return isWhole && !known.includes(id);
}

export function listIds(list: IdList, { json }: Pick<IdCheck, 'json'>): readonly string[] {
  const entries = json[list] ?? null;
  const ids = (isList(entries) ? entries : []).map((one) => readMember(one, 'id'));
  return ids.filter((one) => typeof one === 'string');
}
