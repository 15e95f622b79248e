// Finds duplicates: texts that say the same in the same words, or nearly so.

import { listWords, measureOverlap, normalise } from '../working-memory/normal-form.ts';
import type { AuditedRecord } from './finding.ts';

/** A text, and the earlier one that it repeats. */
export interface Duplicate {
  readonly record: AuditedRecord;
  readonly of: AuditedRecord;
  readonly isExact: boolean;
}

/** Shared words in relation to the larger set, from which on two texts are nearly the same. */
const nearlySame = 0.8;
const fewestWords = 4;
/** A rare word leads to few others; looking at more of them costs time and finds nothing. */
const mostCandidates = 50;
const rareWords = 4;

/** Each text that repeats an earlier one, once. */
export function listDuplicates(records: readonly AuditedRecord[]): readonly Duplicate[] {
  const exact = new Map<string, AuditedRecord>();
  const near = buildNearIndex(records);
  const found: Duplicate[] = [];
  records.forEach((record, at) => {
    const form = normalise(record.text);
    const same = exact.get(form);
    if (same !== undefined) {
      found.push({ record, of: same, isExact: true });
      return;
    }
    exact.set(form, record);
    const other = near.findAndAdd(form, at);
    if (other !== undefined) found.push({ record, of: other, isExact: false });
  });
  return found;
}

function buildNearIndex(records: readonly AuditedRecord[]) {
  const counts = new Map<string, number>();
  const words = records.map((record) => listWords(normalise(record.text)));
  for (const set of words) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1);
  const places = new Map<string, number[]>();
  return {
    /** The earlier text that says nearly the same. Two such texts share one of the rarest words of each. */
    findAndAdd(form: string, at: number): AuditedRecord | undefined {
      const own = listWords(form);
      if (own.size < fewestWords) return undefined;
      const keys = [...own]
        .sort((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0) || (one < other ? -1 : 1))
        .slice(0, rareWords + Math.floor(own.size * (1 - nearlySame)));
      const candidates = new Set(keys.flatMap((key) => places.get(key)?.slice(-mostCandidates) ?? []));
      const like = [...candidates].find(
        (place) => measureOverlap(own, words[place] ?? new Set()) >= nearlySame,
      );
      for (const key of keys) addTo(places, key, at);
      return like === undefined ? undefined : records[like];
    },
  };
}

function addTo(places: Map<string, number[]>, key: string, at: number): void {
  const list = places.get(key);
  if (list === undefined) places.set(key, [at]);
  else list.push(at);
}
