// Chooses the facts about people for a wake: facts related to the message, with their quotes, and other facts.
import { collectDistinctTerms, splitTerms } from '@terrarium/kernel/split-terms';
import type { EventId } from '../events/event.ts';
import { renderDay } from '../events/render-moment.ts';
import { type ChosenFact, chooseFacts } from '../facts/choose-facts.ts';
import { isStillSo } from '../facts/is-still-so.ts';
import { describeFacts, type KnownFact, listFacts, listFormerFacts } from '../facts/known-fact.ts';
import type { FactEntry } from '../ledger/wake-ledger.ts';
import type { WakeLine } from '../ledger/wake-package.ts';
import { longestQuote, renderKnownFact } from '../render/render-known-fact.ts';
import { isSingleFact, parseFactSubject } from '../working-memory/fact-subject.ts';
import { correctedBecause, type WorkingItem } from '../working-memory/item.ts';
import { hasAll } from '../working-memory/normal-form.ts';
import { chooseVoices } from './choose-voices.ts';
import { fillByScore } from './token-budget.ts';
import { nameVoice, type Waking } from './waking.ts';

export interface ChosenKnownFacts {
  readonly lines: readonly WakeLine[];
  /** The tokens that the lines take, without a heading. */
  readonly tokens: number;
  readonly entries: readonly FactEntry[];
  readonly contents: readonly string[];
  /** Whether a shown fact, with its words, already says what this event said. */
  isTold(event: EventId, shownText: string): boolean;
}

/** The maximum number of tokens for facts that are not related to the message. */
const mostTokensAlways = 160;
/** If a quote has at least this share of the words of its event, the event is not repeated. */
const toldShare = 0.8;

interface Rendered extends ChosenFact {
  readonly known: KnownFact;
  readonly line: string;
  readonly tokens: number;
}

/** `room`: tokens that the facts may take. */
export function chooseKnownFacts(
  waking: Waking,
  { query, room }: { readonly query: string; readonly room: number },
): ChosenKnownFacts {
  const voices = new Set(chooseVoices(waking, query));
  const facts = listFacts(waking.stores).filter(({ subject = '' }) =>
    voices.has(parseFactSubject(subject).voice),
  );
  const holding = room === 0 ? [] : chooseFacts(facts, query);
  const over = room === 0 ? [] : listOver(waking, { query, facts, voices });
  const bearing = holding.filter(({ because }) => because !== undefined);
  const chosen: readonly ChosenOver[] = [...bearing, ...over, ...holding.slice(bearing.length)];
  const known = describeFacts(
    waking.stores,
    chosen.map(({ item }) => item),
  );
  const quoted = new Set<string>();
  const isStale = findStaleQuotes(waking);
  const rendered = chosen.flatMap((one, at) => {
    const fact = known[at];
    if (fact === undefined) return [];
    // One sentence may tell several facts: its words are shown with the first of them.
    const isQuoted = one.isAsked && !quoted.has(one.item.content) && !isStale(one);
    const lines = renderOne(waking, { ...one, known: fact, isQuoted });
    if (isQuoted && lines.length > 0) quoted.add(one.item.content);
    return lines;
  });
  let always = 0;
  const kept = fillByScore(rendered, {
    maximum: room,
    measure(one) {
      if (one.because !== undefined) return one.tokens;
      always += one.tokens;
      return always > mostTokensAlways ? Number.POSITIVE_INFINITY : one.tokens;
    },
  });
  const shown = new Set(kept.chosen.map(({ item }) => item.id));
  return {
    lines: kept.chosen.map(({ line }) => ({ text: line, isSecret: false })),
    tokens: kept.used,
    entries: rendered.map(({ item, because, tokens }) => ({
      id: item.id,
      because,
      tokens: shown.has(item.id) ? tokens : 0,
      left: shown.has(item.id) ? undefined : 'no-room',
    })),
    // Words of the message itself did not come from the memory, so something may still be learnt from a reply
    // that repeats them.
    contents: kept.chosen.map(({ item }) => item.content).filter((content) => !query.includes(content)),
    isTold: openTold(kept.chosen),
  };
}

/**
 * Returns a test for facts that are over: whether the quote would also tell another fact that is over, as if it were
 * still true.
 */
function findStaleQuotes({ stores }: Waking): (one: ChosenOver) => boolean {
  const over = listFormerFacts(stores, mostFormer);
  return ({ overSinceMs, item: { id, content } }) =>
    overSinceMs !== undefined && over.some((other) => other.id !== id && other.content === content);
}

interface ChosenOver extends ChosenFact {
  /** Since when the fact is no longer true. */
  readonly overSinceMs?: number | undefined;
}

const mostFormer = 200;
const mostOver = 3;

/**
 * Lists facts that are no longer true and that the message asks about, such as what somebody once disliked: of the
 * newest `mostFormer`, the `mostOver` that suit the message best. Facts are left out if another value has replaced
 * them, if a present fact says the same, or if a person corrected them.
 */
function listOver(
  { stores }: Waking,
  {
    query,
    facts,
    voices,
  }: { readonly query: string; readonly facts: readonly WorkingItem[]; readonly voices: ReadonlySet<string> },
): readonly ChosenOver[] {
  const subjects = new Set(facts.map(({ subject }) => subject));
  const former = listFormerFacts(stores, mostFormer).filter((item) => {
    const { subject = '' } = item;
    const isReplaced = isSingleFact(subject) && subjects.has(subject);
    return voices.has(parseFactSubject(subject).voice) && !isReplaced && !isStillSo(item, facts);
  });
  return former.length === 0
    ? []
    : chooseFacts(former, query)
        .filter(({ isAsked, item }) => isAsked || isNamed(item, query))
        .flatMap((one): readonly ChosenOver[] => {
          const last = stores.items.readChanges(one.item.id).at(-1);
          return last?.because === correctedBecause ? [] : [{ ...one, overSinceMs: last?.atMs }];
        })
        .slice(0, mostOver);
}

/**
 * Whether the message has all the words of the fact's value: "Am I pregnant?" does not ask for the fact in
 * any other way.
 */
function isNamed({ normalForm }: WorkingItem, query: string): boolean {
  const [words, said] = [collectDistinctTerms(normalForm), collectDistinctTerms(query)];
  return words.size > 0 && hasAll(said, words);
}

/**
 * Renders nothing if a later message seems to say, in words that no rule reads, that the fact changed, or if the fact
 * is only the name by which the voice is shown. A fact that is related to the present message is rendered all the same.
 */
function renderOne(
  waking: Waking,
  { isQuoted, ...one }: ChosenOver & { readonly known: KnownFact; readonly isQuoted: boolean },
): readonly Rendered[] {
  const { known, because, overSinceMs } = one;
  if (known.newer !== undefined && because === undefined) return [];
  const name = nameVoice(waking.voices, known.voice);
  const isNameItself = known.owner === '' && known.relation === 'name' && known.value === name;
  if (isNameItself && because === undefined) return [];
  const fact = renderKnownFact(known, {
    name,
    timeZone: waking.timeZone,
    notes: overSinceMs === undefined ? [] : [`no longer so since ${renderDay(overSinceMs, waking.timeZone)}`],
    isQuoted,
  });
  const line = `- ${fact}`;
  return [{ ...one, line, tokens: waking.tokens.count(`\n${line}`) }];
}

function openTold(chosen: readonly Rendered[]): ChosenKnownFacts['isTold'] {
  const told = new Map(
    chosen
      .filter(({ isAsked, item }) => isAsked && item.content.length <= longestQuote)
      .map(({ item }) => [item.eventId, splitTerms(item.content).counts]),
  );
  return (event, shownText) => {
    const words = told.get(event);
    if (words === undefined) return false;
    const said = [...splitTerms(shownText).counts.keys()];
    return said.length > 0 && said.filter((term) => words.has(term)).length >= toldShare * said.length;
  };
}
