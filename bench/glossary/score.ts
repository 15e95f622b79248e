// Scores a ranked list of entries against the glossary that was printed with the book.

import { listTellingWords } from '@terrarium/annotator/choose-definition';
import { buildTermKey } from '@terrarium/annotator/lexicon';
import type { Headword } from './data.ts';
import type { EvidenceRow, RankedEntry } from './entry.ts';
import { bears } from './text.ts';

export type Scored = Pick<RankedEntry, 'term' | 'aliases' | 'definition' | 'firstPost'> & {
  readonly evidence: readonly Pick<EvidenceRow, 'quote'>[];
};

export interface GlossaryScore {
  readonly entries: number;
  /** Percent of the headwords that were found among the first 100, 200 and 400 entries, and among all. */
  readonly recall: readonly number[];
  readonly firstMention: number;
  readonly provenance: number;
  readonly duplicates: number;
  readonly definitions: number;
  readonly definitions30: number;
  readonly control: number;
  readonly missed: readonly string[];
  /** Headwords that share one entry with another headword. */
  readonly joined: readonly string[];
}

export const depths = [100, 200, 400, Number.POSITIVE_INFINITY] as const;

export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
}

function keysOf(entry: Scored): ReadonlySet<string> {
  return new Set([entry.term, ...entry.aliases].map(buildTermKey));
}

/** `control` returns the control definition for the names of a headword. */
export function scoreGlossary(
  entries: readonly Scored[],
  gold: readonly Headword[],
  control: (names: readonly string[]) => string,
): GlossaryScore {
  const keys = entries.map(keysOf);
  const found = gold.map((headword) => {
    const names = headword.names.map(buildTermKey);
    const ranks = keys.flatMap((set, rank) => (names.some((name) => set.has(name)) ? [rank] : []));
    return { headword, ranks };
  });
  const hits = found.filter(({ ranks }) => ranks.length > 0);
  const matched = hits.map(({ headword, ranks }) => ({ headword, entry: entries[ranks[0] ?? -1] }));
  const first = matched.filter(
    ({ headword, entry }) => entry?.firstPost !== undefined && entry.firstPost <= headword.first_post,
  );
  const defined = matched.map(({ headword, entry }) =>
    recallOfWords(headword.definition, entry?.definition ?? '', 60),
  );
  const short = matched.map(({ headword, entry }) =>
    recallOfWords(headword.definition, entry?.definition ?? '', 30),
  );
  const controls = hits.map(({ headword }) =>
    recallOfWords(headword.definition, control(headword.names), 60),
  );
  const evidence = entries.flatMap((entry) =>
    entry.evidence.map(({ quote }) => [entry.term, ...entry.aliases].some((name) => bears(quote, name))),
  );
  return {
    entries: entries.length,
    recall: depths.map((depth) =>
      percent(
        found.filter(({ ranks }) => (ranks[0] ?? Number.POSITIVE_INFINITY) < depth).length,
        gold.length,
      ),
    ),
    firstMention: percent(first.length, hits.length),
    provenance: percent(evidence.filter(Boolean).length, evidence.length),
    duplicates: percent(hits.filter(({ ranks }) => ranks.length > 1).length, hits.length),
    definitions: mean(defined),
    definitions30: mean(short),
    control: mean(controls),
    joined: listJoined(matched),
    missed: found.filter(({ ranks }) => ranks.length === 0).map(({ headword }) => headword.headword),
  };
}

function listJoined(
  matched: readonly { readonly headword: Headword; readonly entry: Scored | undefined }[],
): readonly string[] {
  return [...Map.groupBy(matched, ({ entry }) => entry).values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ headword }) => headword.headword).join(' = '));
}

function mean(values: readonly number[]): number {
  return values.length === 0
    ? 0
    : Math.round((1000 * values.reduce((sum, value) => sum + value, 0)) / values.length) / 10;
}

/** Share of the printed definition's content words that the first `limit` words of our definition contain. */
export function recallOfWords(printed: string, ours: string, limit: number): number {
  const wanted = listTellingWords(printed);
  const said = new Set(listTellingWords(ours.split(/\s+/).slice(0, limit).join(' ')));
  return wanted.length === 0 ? 0 : wanted.filter((word) => said.has(word)).length / wanted.length;
}
