// Audits a list of texts, ours or another tool's: finds duplicates, loops, and texts too large to be a memory.

import { listWords, measureOverlap, normalise } from '../working-memory/normal-form.ts';
import { type AuditedRecord, type MemoryFinding, renderExample, shownExamples } from './finding.ts';

const largeCharacters = 4_000;

export function auditRecords(records: readonly AuditedRecord[]): readonly MemoryFinding[] {
  const findings = [checkLooping(records), checkRepeated(records), checkLarge(records)];
  return findings.filter(({ count }) => count > 0);
}

function checkLooping(records: readonly AuditedRecord[]): MemoryFinding {
  const loops = listLoops(records);
  return {
    name: 'loops',
    count: loops.length,
    of: records.length,
    examples: loops.slice(0, shownExamples).map(renderExample),
    say: 'texts consist of passages that occur in many other texts: most likely a prompt or a template that was remembered again and again.',
    todo: 'Keep prompts and templates out of what is remembered, and delete these texts.',
  };
}

function checkRepeated(records: readonly AuditedRecord[]): MemoryFinding {
  const duplicates = listDuplicates(records);
  const examples = duplicates
    .slice(0, shownExamples)
    .map(
      ({ record, of, isExact }) => `${renderExample(record)} (${isExact ? 'as' : 'nearly as'} ${of.name})`,
    );
  return {
    name: 'duplicates',
    count: duplicates.length,
    of: records.length,
    examples,
    say: 'texts say what an earlier one says already, word for word or nearly so.',
    todo: 'Keep the earliest of each, or the one with the most exact date.',
  };
}

function checkLarge(records: readonly AuditedRecord[]): MemoryFinding {
  const large = records.filter(({ text }) => text.length > largeCharacters);
  return {
    name: 'oversized',
    count: large.length,
    of: records.length,
    examples: large.slice(0, shownExamples).map(renderExample),
    say: `texts are longer than ${largeCharacters} characters: one such text alone takes up all the room that a model is given for a memory.`,
    todo: 'Split them into single statements, or keep them as documents.',
  };
}

/** A text, and the earlier text that it repeats. */
interface Duplicate {
  readonly record: AuditedRecord;
  readonly of: AuditedRecord;
  readonly isExact: boolean;
}

/** Two texts are nearly the same if they share at least this part of the larger text's words. */
const nearlySame = 0.8;
const fewestWords = 4;
/**
 * How many texts with the same rare word are compared: most words occur in few texts, and comparing more costs
 * time and finds nothing.
 */
const mostCandidates = 50;
const rareWords = 4;

/** Lists each text that repeats an earlier one, once. */
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
    /**
     * Finds an earlier text that says nearly the same. Only texts that share one of their rarest words are compared:
     * texts that say nearly the same always do.
     */
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

const passageWords = 8;
/** A passage that occurs in this many texts, and in this share of all texts, was copied rather than written. */
const fewestTexts = 4;
const leastShare = 0.01;
/** A text is a loop if this share of its passages also occurs in other texts. */
const loopShare = 0.6;
const fewestPassages = 2;
const mostWords = 4_000;

/** Texts that mostly consist of other texts' passages, including the first text that had these passages. */
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

/** Every run of eight words in the text, each once. */
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
