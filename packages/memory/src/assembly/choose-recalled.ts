// Chooses the recalled fragments: those that the last replies asked for, those linked to them, and those recalled earlier.
import { score } from '../decay/score.ts';
import { findNamedFacts } from '../facts/find-named-facts.ts';
import { describeFacts, listFacts, toNamedFact } from '../facts/known-fact.ts';
import { hasNamesAlone } from '../fragments/is-lore.ts';
import { type Recalled, recallAll } from '../fragments/recall.ts';
import type { FragmentEntry } from '../ledger/wake-ledger.ts';
import type { WakeLine } from '../ledger/wake-package.ts';
import type { RecalledFragment, RepliesOfTurn } from '../ledger/wake-store.ts';
import { escapeTagsInBlock, escapeTagsInLine } from '../render/escape-tags-in-block.ts';
import { renderKnownFact } from '../render/render-known-fact.ts';
import { renderSection } from '../render/render-wake.ts';
import { parseRecallRequests } from '../tags/parse-recall-requests.ts';
import { cutText, fillByScore, removeUntilFits } from './token-budget.ts';
import { type MemoryStores, nameVoice, type Waking } from './waking.ts';

export interface ChosenRecalled {
  readonly lines: readonly WakeLine[];
  readonly tokens: number;
  readonly entries: readonly FragmentEntry[];
  /** Keys of the shown fragments that are asked for now, and of their neighbours; later wakes carry them on. */
  readonly freshKeys: readonly string[];
  readonly contents: readonly string[];
}

interface Candidate {
  readonly entry: FragmentEntry;
  readonly lead: string;
  readonly content: string;
}

interface Rendered extends Candidate {
  readonly line: WakeLine;
  readonly tokens: number;
}

/** The largest share of the section for one fragment: a deep fragment may fill most of the section, but not all. */
const largestShare = 0.75;

/**
 * `recalled` are the requests with what was found for each. A request for which no fragment was found gets a line too.
 */
export function chooseRecalled(waking: Waking, recalled: readonly Recalled[]): ChosenRecalled {
  const { tokens, budgets } = waking;
  const maximum = budgets.recall;
  const candidates = [
    ...recalled.map((one) => buildAsked(one, readNamedFacts(waking, one))),
    ...recalled.flatMap(buildBeside),
  ];
  const carried = readCarried(waking, new Set(candidates.map(({ entry }) => entry.key)));
  const all = [...candidates, ...carried];
  const isCandidate = ({ entry }: Candidate) => entry.score >= waking.profile.threshold;
  const largest = Math.floor(maximum * largestShare);
  const rendered = all.filter(isCandidate).flatMap((one) => renderCandidate(one, { waking, largest }));
  const { chosen } = fillByScore(rendered, {
    maximum: maximum - tokens.count(renderSection('recalled', [{ text: '', isSecret: false }])),
    measure: (one) => one.tokens,
  });
  const { kept, tokens: used } = removeUntilFits(chosen, {
    maximum,
    measureAll: (some) =>
      tokens.count(
        renderSection(
          'recalled',
          some.map(({ line }) => line),
        ),
      ),
  });
  const shown = new Map(kept.map((one) => [one.entry.key, one.tokens]));
  return {
    lines: kept.map(({ line }) => line),
    tokens: used,
    entries: all.map(({ entry }) => buildEntry(entry, shown.get(entry.key), waking)),
    freshKeys: kept
      .filter(({ entry }) => entry.as !== 'carried' && entry.left === undefined)
      .map(({ entry }) => entry.key),
    contents: kept.map(({ content }) => content),
  };
}

/** Looks up the fragments that the companion's replies in a turn ask for. */
export function readRequested(
  { wakes, fragments }: MemoryStores,
  replies: RepliesOfTurn,
): readonly Recalled[] {
  return recallAll(
    wakes.readReplies(replies).flatMap((reply) => parseRecallRequests(reply)),
    fragments,
  );
}

/** The facts that a name such as "home" finds, if no fragment has this name; one line for each fact. */
function readNamedFacts({ stores, voices, timeZone }: Waking, { key, tier }: Recalled): readonly string[] {
  if (tier !== undefined) return [];
  const named = findNamedFacts(listFacts(stores).map(toNamedFact), key, voices);
  return describeFacts(
    stores,
    named.map(({ item }) => item),
  ).map((fact) => renderKnownFact(fact, { name: nameVoice(voices, fact.voice), timeZone, isQuoted: false }));
}

function buildAsked(
  { key, formerKey, nearestKey, tier, text }: Recalled,
  facts: readonly string[],
): Candidate {
  const isKnown = tier !== undefined;
  const former = formerKey === undefined ? '' : `, asked for as ${formerKey}`;
  const near = nearestKey === undefined ? '' : `; perhaps ${nearestKey} is meant`;
  return {
    entry: { key, as: 'asked', tier, score: 1, tokens: 0, left: isKnown ? undefined : 'unknown' },
    lead: isKnown
      ? `- ${key} (${tier}${former}): `
      : `- ${escapeTagsInLine(key)}: ${facts.length === 0 ? 'nothing is known by this name' : facts.join('; ')}${near}`,
    content: text,
  };
}

function buildBeside({ key, neighbours }: Recalled): readonly Candidate[] {
  return neighbours.map((neighbour) => ({
    entry: { key: neighbour.key, as: 'beside', tier: 'ambient', score: 1, tokens: 0 },
    lead: `- ${neighbour.key} (beside ${key}${neighbour.label === '' ? '' : `, ${escapeTagsInLine(neighbour.label)}`}): `,
    content: neighbour.text,
  }));
}

/** Fragments of earlier recalls, in their shortest text that tells something; the least faded comes first. */
function readCarried(waking: Waking, shown: ReadonlySet<string>): readonly Candidate[] {
  const { stores, moment, profile } = waking;
  const { turns } = profile.halfLives.neighbour;
  const lifetime =
    turns === null
      ? Number.POSITIVE_INFINITY
      : Math.ceil(turns * Math.log2(1 / Math.max(1e-9, profile.threshold)));
  return stores.wakes
    .readRecalled({
      from: Math.max(0, moment.turn - Math.min(lifetime, longestCarry)),
      before: moment.turn,
      untilMs: moment.nowMs,
    })
    .filter(({ key }) => !shown.has(key))
    .flatMap((former) => buildCarried(former, waking))
    .sort((one, other) => other.entry.score - one.entry.score || (one.entry.key < other.entry.key ? -1 : 1));
}

/**
 * Fragments are carried on for at most this many turns, whatever the profile says, because they are read at
 * each wake.
 */
const longestCarry = 200;

function buildCarried(
  { key, turn, atMs }: RecalledFragment,
  { stores, moment, profile }: Waking,
): readonly Candidate[] {
  const fragment = stores.fragments.findByKey(key);
  if (fragment === undefined) return [];
  const subject = { kind: 'neighbour', createdAtMs: atMs, refreshedAtMs: atMs, refreshedTurn: turn } as const;
  const turns = moment.turn - turn;
  const tier =
    hasNamesAlone(stores.fragments, key) && fragment.recognition !== '' ? 'recognition' : 'ambient';
  return [
    {
      entry: {
        key,
        as: 'carried',
        tier,
        score: score(subject, moment, profile),
        tokens: 0,
        subject,
      },
      lead: `- ${key} (recalled ${turns === 1 ? 'a turn' : `${turns} turns`} ago): `,
      content: fragment[tier],
    },
  ];
}

function renderCandidate(
  candidate: Candidate,
  { waking: { tokens }, largest }: { readonly waking: Waking; readonly largest: number },
): readonly Rendered[] {
  const { entry, lead, content } = candidate;
  if (content.trim() === '' && entry.left === undefined) return [];
  const cut = cutText(`\n${lead}${escapeTagsInBlock(content)}`, {
    maximum: largest,
    mark: ` … [cut: the rest is in the fragment ${entry.key}]`,
    tokens,
  });
  if (cut.text === '') return [];
  return [{ ...candidate, line: { text: cut.text.slice(1), isSecret: false }, tokens: cut.tokens }];
}

function buildEntry(entry: FragmentEntry, tokens: number | undefined, { profile }: Waking): FragmentEntry {
  if (entry.left !== undefined || tokens !== undefined) return { ...entry, tokens: tokens ?? 0 };
  return { ...entry, left: entry.score < profile.threshold ? 'faded' : 'no-room' };
}
