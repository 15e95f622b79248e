// Finds loops: texts that repeat what a memory puts in front of its model, known by passages that keep coming back.

import type { AuditedRecord } from './finding.ts';

const passageWords = 8;
/** A passage that stands in so many texts, and in this share of them, was written by no one anew each time. */
const fewestTexts = 4;
const leastShare = 0.01;
/** A text is a loop when this share of its passages comes back. */
const loopShare = 0.6;
const fewestPassages = 2;
const mostWords = 4_000;

/** Texts that are mostly made of passages of others; the first that had them is among them. */
export function listLoops(records: readonly AuditedRecord[]): readonly AuditedRecord[] {
  const passages = records.map((record) => listPassages(record.text));
  const counts = new Map<string, number>();
  for (const own of passages) for (const passage of own) counts.set(passage, (counts.get(passage) ?? 0) + 1);
  const fewest = Math.max(fewestTexts, Math.ceil(records.length * leastShare));
  return records.filter((_, at) => {
    const own = [...(passages[at] ?? [])];
    if (own.length < fewestPassages) return false;
    return own.filter((passage) => (counts.get(passage) ?? 0) >= fewest).length >= own.length * loopShare;
  });
}

/** Every run of eight words, once. */
function listPassages(text: string): ReadonlySet<string> {
  const words = (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).slice(0, mostWords);
  const runs = words.slice(0, Math.max(0, words.length - passageWords + 1));
  return new Set(runs.map((_, at) => words.slice(at, at + passageWords).join(' ')));
}
