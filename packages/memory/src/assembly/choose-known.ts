// Known: chooses the fragments that are related to the message, each with its most relevant lines.
import { collectQueryTerms, joinQueryTerms } from '@terrarium/kernel/query-terms';
import {
  collectDistinctTerms,
  collectTermWords,
  isUnspaced,
  queryLimits,
  splitTerms,
} from '@terrarium/kernel/split-terms';
import { openIndexUntil } from '../echoes/index-until.ts';
import type { Echo } from '../echoes/search-echoes.ts';
import type { EventId } from '../events/event.ts';
import { renderDay } from '../events/render-moment.ts';
import { type Fragment, summaryKey } from '../fragments/fragment.ts';
import { openFragmentIndex } from '../fragments/fragment-index-store.ts';
import { openFragmentsToCome } from '../fragments/fragments-until-store.ts';
import { isLore } from '../fragments/is-lore.ts';
import { listSourcesOfLine } from '../fragments/list-sources-of-line.ts';
import {
  type FragmentMatch,
  type RankedFragment,
  rankFragments,
  type SourceMoment,
} from '../fragments/rank-fragments.ts';
import type { FragmentEntry } from '../ledger/wake-ledger.ts';
import type { WakeLine } from '../ledger/wake-package.ts';
import { escapeTagsInBlock } from '../render/escape-tags-in-block.ts';
import { renderSection } from '../render/render-wake.ts';
import { chooseKnownLines } from './choose-known-lines.ts';
import { cutText, fillByScore, removeUntilFits } from './token-budget.ts';
import type { Waking } from './waking.ts';

export interface ChosenKnown {
  readonly lines: readonly WakeLine[];
  readonly tokens: number;
  readonly entries: readonly FragmentEntry[];
  readonly contents: readonly string[];
  /** Whether a shown fragment already says what this event said. */
  isTold(event: EventId, shownText: string): boolean;
}

export interface KnownSearch {
  readonly query: string;
  /** Moments that the message brings back, the best first. */
  readonly moments: readonly Echo[];
  /** Keys of the fragments that are already in the wake. */
  readonly inView: ReadonlySet<string>;
  /** Events that are already in the wake. */
  readonly inTalk: ReadonlySet<EventId>;
  /** Tokens that the section may take. */
  readonly room: number;
}

/**
 * The score of a summary is multiplied by this: a summary is slightly related to everything, and a fragment about a
 * single thing should come before it.
 */
const summaryShare = 0.6;
/**
 * At most `mostShown` fragments are shown, and at most `mostNoted` are noted. One fragment may take `largestShare` of
 * the section before lines of its inventory are added.
 */
const mostShown = 3;
const mostNoted = 8;
const largestShare = 0.6;
/** Fragments are ranked by the words of the message, and by this many of the best moments that it brought back. */
const momentsAsked = 12;
/**
 * If the shown text of a fragment has at least this share of the words of an event from which it was compiled, the
 * event is not repeated.
 */
const toldShare = 0.6;
/**
 * This many digits of a score are kept: a score is used only for sorting, and further digits would be stored
 * for good with every wake.
 */
const digits = 4;

interface Rendered {
  readonly entry: FragmentEntry;
  readonly fragment: Fragment;
  readonly line: WakeLine;
  readonly tokens: number;
}

export function chooseKnown(waking: Waking, search: KnownSearch): ChosenKnown {
  const { tokens, stores } = waking;
  const maximum = search.room;
  const ranked = maximum === 0 || search.query === '' ? [] : rankFor(waking, search).slice(0, mostNoted);
  const words = collectTermWords(search.query, queryLimits);
  const entries = ranked.map((one) =>
    buildEntry(one, new Map([...words, ...joinQueryTerms(search.query, one.terms)])),
  );
  const found = entries.slice(0, mostShown).flatMap((entry) => {
    const fragment = stores.fragments.findByKey(entry.key);
    return fragment === undefined ? [] : renderOne({ entry, fragment }, waking);
  });
  const measureAll = (some: readonly Rendered[]) =>
    tokens.count(
      renderSection(
        'known',
        some.map(({ line }) => line),
      ),
    );
  const { chosen } = fillByScore(found, {
    maximum: maximum - tokens.count(renderSection('known', [{ text: '', isSecret: false }])),
    measure: (one) => one.tokens,
  });
  const lined = addLines(chosen, { waking, search, room: maximum - measureAll(chosen) });
  const { kept, tokens: used } = removeUntilFits(lined, { maximum, measureAll });
  const shown = new Map(kept.map((one) => [one.entry.key, one.tokens]));
  return {
    lines: kept.map(({ line }) => line),
    tokens: used,
    entries: entries.map((entry) => {
      const taken = shown.get(entry.key);
      return taken === undefined ? { ...entry, left: 'no-room' } : { ...entry, tokens: taken };
    }),
    contents: kept.map(({ line }) => line.text),
    isTold: openTold(kept),
  };
}

interface LineRoom {
  readonly waking: Waking;
  readonly search: KnownSearch;
  readonly room: number;
}

/** Adds lines of the fragments' inventories, as far as the ambient and recognition texts leave room for them. */
function addLines(chosen: readonly Rendered[], { waking, search, room }: LineRoom): readonly Rendered[] {
  const places = new Map(search.moments.map(({ event }, place) => [event.id, place]));
  const lines = chooseKnownLines(
    chosen.map(({ entry, fragment, line }) => ({
      key: entry.key,
      inventory: fragment.inventory,
      shown: line.text,
      score: entry.score,
    })),
    { query: search.query, places, inView: search.inTalk, room, tokens: waking.tokens },
  );
  return chosen.map((one) => {
    const own = lines.get(one.entry.key) ?? [];
    if (own.length === 0) return one;
    const text = [one.line.text, ...own.map((line) => `  · ${line}`)].join('\n');
    return { ...one, line: { ...one.line, text }, tokens: waking.tokens.count(`\n${text}`) };
  });
}

function rankFor(
  { stores, wallMs }: Waking,
  { query, moments, inView }: KnownSearch,
): readonly RankedFragment[] {
  const { connection } = stores;
  const index = openFragmentIndex(connection);
  const toCome = openFragmentsToCome(connection);
  const hidden = toCome.hasAny(wallMs) ? toCome.listKeys(wallMs) : new Set<string>();
  const fragments = index.count() - hidden.size;
  if (fragments <= 0) return [];
  const terms = [...collectQueryTerms(query)];
  const matches = index.search(terms).flatMap((match) => removeHidden(match, hidden));
  return rankFragments({
    terms,
    matches,
    named: findNamed(stores, { query, matches }),
    moments: readSources(index, moments.slice(0, momentsAsked)),
    extent: { fragments, moments: openIndexUntil(connection, wallMs).countDocuments() },
  })
    .filter(({ key }) => !inView.has(key))
    .map((one) => (summaryKey.test(one.key) ? { ...one, score: one.score * summaryShare } : one))
    .toSorted((one, other) => other.score - one.score);
}

/** At most this many fragments are looked at to find the names in the message. */
const mostLooked = 60;

/**
 * Finds the fragments whose name is in the message in full: their key or, for lore, any of the names that its card
 * gives it. Summaries are left out: their names are days and months.
 */
function findNamed(
  { fragments }: Pick<Waking['stores'], 'fragments'>,
  { query, matches }: { readonly query: string; readonly matches: readonly FragmentMatch[] },
): ReadonlyMap<string, ReadonlySet<string>> {
  const said = new Set(matches.map(({ term }) => term));
  const words = query.normalize('NFKC').toLowerCase();
  // A name has a rare word, so fragments that are found by rare words are looked at first.
  const rarest = matches.toSorted((one, other) => one.fragments.length - other.fragments.length);
  const keys = [...new Set(rarest.flatMap((match) => match.fragments.map(({ key }) => key)))];
  const found = keys.slice(0, mostLooked).flatMap((key) => {
    if (summaryKey.test(key)) return [];
    const names = [key.replaceAll('-', ' '), ...listLoreNames(fragments, key)];
    const name = names.map((one) => collectNameTerms(one, words)).find((terms) => isWithin(terms, said));
    return name === undefined ? [] : [[key, name] as const];
  });
  return new Map(found);
}

function isWithin(terms: ReadonlySet<string>, said: ReadonlySet<string>): boolean {
  return terms.size > 0 && [...terms].every((term) => said.has(term));
}

/**
 * The terms of a name that a message must have. A name in a script without spaces must stand in the message as it is,
 * and then only its telling terms count; the set is empty if the name is not there.
 */
function collectNameTerms(name: string, words: string): ReadonlySet<string> {
  const terms = collectDistinctTerms(name);
  if (![...terms].some(isUnspaced)) return terms;
  return hasName(words, name.normalize('NFKC').toLowerCase()) ? collectQueryTerms(name) : new Set();
}

/** What may follow a short name in hiragana: そら is in そらは and そらちゃん, not in そらす. */
const behindHiragana =
  /^(?:さん|ちゃん|くん|さま|たち|って|[はがをにでともへのやねよかな]|[^\p{Script=Hiragana}]|$)/u;
const shortHiragana = /^\p{Script=Hiragana}{1,3}$/u;

/**
 * A name of one character, one in katakana, or a short one in hiragana is no part of a longer word: モチ is not in
 * モチーフ, nor 朔 in 朔日.
 */
function hasName(words: string, name: string): boolean {
  const same = [...name].length === 1 ? /\p{Script=Han}/u : /[\p{Script=Katakana}ー]/u;
  for (let at = words.indexOf(name); at >= 0; at = words.indexOf(name, at + 1)) {
    const before = [...words.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
    const [after = ''] = words.slice(at + name.length, at + name.length + 2);
    const isJoined = (one: string, edge: string) => same.test(one) && same.test(edge);
    const isPart = isJoined(before, [...name][0] ?? '') || isJoined(after, [...name].at(-1) ?? '');
    const isOpen =
      shortHiragana.test(name) && !behindHiragana.test(words.slice(at + name.length, at + name.length + 4));
    if (!isPart && !isOpen) return true;
  }
  return false;
}

/** Reads the names of lore from its ambient text, which lists them. Empty for any other fragment. */
function listLoreNames(fragments: Fragments, key: string): readonly string[] {
  return isLore(fragments, key) ? (fragments.findByKey(key)?.ambient.split(', ') ?? []) : [];
}

type Fragments = Pick<Waking['stores']['fragments'], 'findByKey' | 'isCompiled'>;

function removeHidden(match: FragmentMatch, hidden: ReadonlySet<string>): readonly FragmentMatch[] {
  if (hidden.size === 0) return [match];
  const fragments = match.fragments.filter(({ key }) => !hidden.has(key));
  return fragments.length === 0 ? [] : [{ ...match, fragments }];
}

function readSources(
  index: ReturnType<typeof openFragmentIndex>,
  moments: readonly Echo[],
): readonly SourceMoment[] {
  const sourced = Map.groupBy(index.readSourced(moments.map(({ event }) => event.id)), (one) => one.eventId);
  return moments.map(({ event }) => ({ fragments: sourced.get(event.id) ?? [] }));
}

function buildEntry(one: RankedFragment, words: ReadonlyMap<string, string>): FragmentEntry {
  const named = [...new Set(one.terms.map((term) => words.get(term) ?? term))];
  const reasons = [
    named.length > 0 ? `contains ${named.join(', ')}` : '',
    one.moments > 0
      ? `rests on ${one.moments === 1 ? 'a moment' : `${one.moments} moments`} that the message brought back`
      : '',
  ];
  return {
    key: one.key,
    as: 'found',
    tier: 'recognition',
    score: Number(one.score.toPrecision(digits)),
    tokens: 0,
    because: reasons.filter((reason) => reason !== '').join('; '),
  };
}

function renderOne(
  { entry, fragment }: Pick<Rendered, 'entry' | 'fragment'>,
  { tokens, budgets, profile, timeZone }: Waking,
): readonly Rendered[] {
  const tier = fragment.recognition.trim() === '' ? 'ambient' : 'recognition';
  // Neither a summary, which is named by its day, nor lore, which nobody said, gets a date.
  const isDated = fragment.sources.length > 0 && !summaryKey.test(fragment.key) && profile.clock !== 'story';
  const written = isDated ? ` (written ${renderDay(fragment.updatedAtMs, timeZone)})` : '';
  const { text, tokens: taken } = cutText(
    `\n- ${fragment.key}${written}: ${escapeTagsInBlock(fragment[tier])}`,
    {
      maximum: Math.floor(budgets.known * largestShare),
      mark: ` … [cut: the rest is in the fragment ${fragment.key}]`,
      tokens,
    },
  );
  if (text === '' || fragment[tier].trim() === '') return [];
  const line = { text: text.slice(1), isSecret: false };
  return [{ entry: { ...entry, tier }, fragment, line, tokens: taken }];
}

/**
 * An event is told already if the shown text of a fragment compiled from it names the event, or has most of the words
 * that would be shown of it.
 */
function openTold(kept: readonly Rendered[]): ChosenKnown['isTold'] {
  const told = kept.map(({ fragment, line }) => ({
    named: new Set(listSourcesOfLine(line.text)),
    sources: new Set<number>(fragment.sources),
    terms: splitTerms(line.text).counts,
  }));
  return (event, shownText) =>
    told.some(({ named, sources, terms }) => {
      if (!sources.has(event)) return false;
      if (named.has(event)) return true;
      const said = [...splitTerms(shownText).counts.keys()];
      return said.length > 0 && said.filter((term) => terms.has(term)).length >= toldShare * said.length;
    });
}
