// Touch search: finds the fragments that are related to new events, by shared words and by the fragments' sources.
import { collectDistinctTerms, splitTerms } from '@terrarium/kernel/split-terms';
import type { EventId } from '../events/event.ts';
import { collectFragmentTerms } from '../fragments/collect-fragment-terms.ts';
import { computeRarity } from '../fragments/compute-rarity.ts';
import { type FragmentText, tiers } from '../fragments/fragment.ts';
import type { CompiledEvent } from './compiled-event-store.ts';

export interface TouchSearch {
  /**
   * Returns keys of the fragments that are related to the events; the most closely related come first. `before`
   * are the events right before these: fragments of which they are sources are probably still being talked
   * about.
   */
  search(
    fragments: ReadonlyMap<string, FragmentText>,
    events: readonly CompiledEvent[],
    before: readonly EventId[],
  ): readonly string[];
}

/** The larger this number, the more additional weight of a word adds to the score, like k1 of BM25. */
const saturation = 2;
/** The maximum number of words of an event that count, so that a long event is not related to everything. */
const countedWords = 3;
/** The least score that an event must give a fragment, as a share of the largest score that one word can give. */
const leastShare = 0.5;

/** Remembers the words of fragments from one batch of a run to the next. */
export function openTouchSearch(): TouchSearch {
  const known = new Map<
    string,
    { readonly text: FragmentText; readonly terms: ReadonlyMap<string, number> }
  >();
  const collectTerms = (text: FragmentText) => {
    const former = known.get(text.key);
    if (former !== undefined && tiers.every((tier) => former.text[tier] === text[tier])) return former.terms;
    const terms = collectFragmentTerms(text);
    known.set(text.key, { text, terms });
    return terms;
  };
  return {
    search(fragments, events, before) {
      const bearers = groupBearers(fragments, collectTerms);
      const most = computeRarity(1, fragments.size);
      const scores = new Map<string, number>();
      const add = (key: string, score: number) => scores.set(key, (scores.get(key) ?? 0) + score);
      for (const event of events) {
        for (const [key, score] of scoreEvent(event, bearers, { most, all: fragments.size })) add(key, score);
      }
      const near = new Set<number>([...before, ...events.map(({ id }) => id)]);
      for (const { key, sources } of fragments.values()) {
        const count = sources.filter((id) => near.has(id)).length;
        if (count > 0) add(key, count * most);
      }
      return [...scores]
        .sort(([one, score], [other, otherScore]) => otherScore - score || (one < other ? -1 : 1))
        .map(([key]) => key);
    },
  };
}

interface Scale {
  /** The largest score that one word can give: that of the rarest word. */
  readonly most: number;
  /** How many fragments there are. */
  readonly all: number;
}

/**
 * The score that an event gives each fragment to which it is related. A fragment is always found if the event
 * has all the words of its key, however common they are.
 */
function scoreEvent(
  event: CompiledEvent,
  bearers: Bearers,
  { most, all }: Scale,
): readonly (readonly [key: string, score: number])[] {
  const text = [event.shown, ...event.held.map(({ content }) => content)].join('\n');
  const terms = collectDistinctTerms(text);
  return [...scoreTerms(terms, bearers, all)]
    .map(([key, score]) => [key, score + (isNamed(key, terms) ? most : 0)] as const)
    .filter(([, score]) => score >= most * leastShare);
}

function isNamed(key: string, terms: ReadonlySet<string>): boolean {
  const own = [...splitTerms(key.replaceAll('-', ' ')).counts.keys()];
  return own.length > 0 && own.every((term) => terms.has(term));
}

type Bearers = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** For each term, the fragments that have it, with its weight in each. */
function groupBearers(
  fragments: ReadonlyMap<string, FragmentText>,
  collectTerms: (text: FragmentText) => ReadonlyMap<string, number>,
): Bearers {
  const bearers = new Map<string, Map<string, number>>();
  for (const [key, text] of fragments) {
    for (const [term, weight] of collectTerms(text)) {
      const group = bearers.get(term) ?? new Map<string, number>();
      bearers.set(term, group.set(key, weight));
    }
  }
  return bearers;
}

function scoreTerms(terms: ReadonlySet<string>, bearers: Bearers, all: number): ReadonlyMap<string, number> {
  const words = new Map<string, number[]>();
  for (const term of terms) {
    const group = bearers.get(term);
    if (group === undefined) continue;
    const rarity = computeRarity(group.size, all);
    for (const [key, weight] of group)
      words.set(key, [...(words.get(key) ?? []), (rarity * weight) / (weight + saturation)]);
  }
  return new Map([...words].map(([key, scores]) => [key, sumBest(scores)]));
}

function sumBest(scores: readonly number[]): number {
  return scores
    .toSorted((one, other) => other - one)
    .slice(0, countedWords)
    .reduce((sum, score) => sum + score, 0);
}
