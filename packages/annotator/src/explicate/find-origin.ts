// Finds where words of a definition come from: the revision that brought them and kept them.

import type { Span } from '../corpus/corpus.ts';
import { stored } from '../database/stored.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { listClosePassages } from '../glossary/locate-quote.ts';
import { normaliseQuote } from '../glossary/normalise-quote.ts';
import { type Revision, replayRevisions } from '../glossary/revision.ts';

/** The revision that introduced a passage, and the entry as that change left it. */
export interface Origin {
  readonly revision: Revision;
  /** All of the change is in it: the evidence that came with the words too. */
  readonly entry: GlossaryEntry;
  /** The asked words as the definition has them; offsets in `entry.definition`. */
  readonly passage: Span;
  /** Likeness of what was asked and the passage: 1 is word for word. */
  readonly similarity: number;
  /** Whether the definition of today still says it. */
  readonly isCurrent: boolean;
}

interface Version {
  /** Place of the revision among all of the entry's. */
  readonly index: number;
  readonly revision: Revision;
  readonly definition: string;
  readonly folded: string;
}

interface Passage {
  readonly version: number;
  readonly folded: string;
  readonly similarity: number;
}

/** Passages less alike than this have only common words with what was asked. */
const leastSimilarity = 0.6;

/**
 * The origin of `quote` among an entry's revisions, oldest first; undefined when no definition ever said anything like it.
 * Typing errors are forgiven. Words that went and came back count from when they came back.
 */
export function findOrigin(revisions: readonly Revision[], quote: string): Origin | undefined {
  const versions = listVersions(revisions);
  const passage = findExact(versions, quote) ?? findClose(versions, quote);
  if (passage === undefined) return undefined;
  let first = passage.version;
  while (first > 0 && versions[first - 1]?.folded.includes(passage.folded)) first -= 1;
  const version = versions[first];
  if (version === undefined) return undefined;
  const entry = replayRevisions(revisions.slice(0, computeEndOfChange(revisions, version.index)));
  if (entry === undefined) return undefined;
  return {
    revision: version.revision,
    entry,
    passage: computePassage(entry.definition, passage.folded),
    similarity: passage.similarity,
    isCurrent: passage.version === versions.length - 1,
  };
}

function listVersions(revisions: readonly Revision[]): readonly Version[] {
  return revisions.flatMap((revision, index) => {
    if (revision.field !== 'definition' || revision.new === null) return [];
    const definition: unknown = stored.parse(revision.new, ['revision', revision.id, 'new']);
    if (typeof definition !== 'string') return [];
    return [{ index, revision, definition, folded: normaliseQuote(definition).text }];
  });
}

/** The newest version that has the quote as it is, cut words at its ends among it. */
function findExact(versions: readonly Version[], quote: string): Passage | undefined {
  const folded = normaliseQuote(quote.trim()).text;
  const version = folded === '' ? -1 : versions.findLastIndex((one) => one.folded.includes(folded));
  return version === -1 ? undefined : { version, folded, similarity: 1 };
}

/** What is only equal in other letters is less than what is said word for word. */
const otherLetters = 0.99;

/** In small letters, each at the place of its large one. */
function toLower(text: string): string {
  return text.replaceAll(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}

/** The most similar passage of any version, of equals the newest. */
function findClose(versions: readonly Version[], quote: string): Passage | undefined {
  let best: Passage | undefined;
  const wanted = toLower(quote);
  for (const [version, { definition }] of [...versions.entries()].toReversed()) {
    const [closest] = listClosePassages(toLower(definition), wanted, { start: 0, end: definition.length });
    const similarity = (closest?.similarity ?? 0) * otherLetters;
    if (closest === undefined || closest.similarity < leastSimilarity) continue;
    if (best !== undefined && similarity <= best.similarity) continue;
    const folded = normaliseQuote(definition, closest.start, closest.end).text;
    best = { version, folded, similarity };
  }
  return best;
}

/** One change may be several revisions: they share their step, or, where a person made them, their moment. */
function computeEndOfChange(revisions: readonly Revision[], index: number): number {
  const first = revisions[index];
  let end = index + 1;
  while (
    end < revisions.length &&
    revisions[end]?.stepId === first?.stepId &&
    revisions[end]?.at === first?.at
  )
    end += 1;
  return end;
}

function computePassage(definition: string, wanted: string): Span {
  const folded = normaliseQuote(definition);
  const at = folded.text.indexOf(wanted);
  return { start: folded.starts[at] ?? 0, end: folded.ends[at + wanted.length - 1] ?? definition.length };
}
