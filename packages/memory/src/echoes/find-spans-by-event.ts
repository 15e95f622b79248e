// Finds the times that a message names by an event, such as "before the move".
import type { Connection } from '@terrarium/kernel/open-database';
import { splitTerms } from '@terrarium/kernel/split-terms';
import type { MemoryEvent } from '../events/event.ts';
import { openEventStore } from '../events/event-store.ts';
import { findNamedSpans, findWholeSpan, type SpanAsking } from '../events/find-named-spans.ts';
import { computeDayStart } from '../events/local-time.ts';
import { showEvent } from '../events/show-event.ts';
import { applyRelation, parseRelation, relationStart, type TimeRelation } from '../events/time-relation.ts';
import type { TimeSpan } from '../events/time-span.ts';
import type { NamedTime } from './moments-of-time.ts';
import { rankPlaces } from './rank-places.ts';

const dayMs = 86_400_000;
const longestRead = 400;
/** Matches questions about the past. */
const asks =
  /\?|^(?:and\s|so\s|but\s)?(?:what|who|whom|whose|where|when|how|which|why|did|do|have|had|was|were|tell|remember|remind)\b/iu;
/**
 * Matches messages about what is to come. “Remind me before the wedding” is one of them; “Remind me what I did before
 * the wedding” is not.
 */
const isToCome =
  /\b(?:will|shall|should|going to|gonna|tomorrow|don['’]t forget|let['’]s)\b|\bremind (?:me|us)\b(?! (?:again )?(?:of|what|who|whom|whose|where|when|how|which|why|whether)\b|[^\s\p{L}]|$)/iu;

const owner = String.raw`(?:the|my|our|your|his|her|their|that|\p{Lu}[\p{L}\p{N}-]{1,30}['’]s)`;
const irregular =
  'got|went|came|left|met|bought|sold|lost|broke|fell|had|began|started|quit|won|became|found|took|gave|flew|saw|made';
const past = String.raw`(?:${irregular}|\p{Ll}{2,20}ed)`;
/** Matches "the move", "Anna's wedding" or "we moved to Graz": up to six words, up to the next clause. */
const happening = new RegExp(
  String.raw`${relationStart}(?<what>(?:${owner}|(?:I|we|you|he|she|they|\p{Lu}[\p{L}\p{N}-]{1,30})(?=\s${past}\b))(?:\s[\p{L}\p{N}'’-]{1,30}){1,6})`,
  'giu',
);
const clauseEnd =
  /\s(?:and|but|or|then|so|because|while|when|what|who|where|how|why|did|do|does|was|were|is|are|have|has|had|in|on|at|last|this|next)\s.*$/iu;
/** Words for times, and for talking itself, do not name an event. */
const empty =
  /^(?:\S+\s)?(?:last\s|first\s|next\s|other\s)?(?:time|times|day|days|week|weeks|weekend|month|months|year|years|morning|evening|night|moment|beginning|start|end|talk|conversation|message|asked|said|told|mentioned|talked)$/iu;

/**
 * Returns at most one span for each relation that the message names, in the order of the message, and none for
 * an event that nobody told of.
 */
export function findSpansByEvent(
  connection: Connection,
  message: string,
  asking: SpanAsking,
): readonly NamedTime[] {
  const read = message.slice(0, longestRead);
  if (!asks.test(read.trim()) || isToCome.test(read)) return [];
  return [...read.matchAll(happening)].flatMap(({ index, 0: said, groups = {} }): readonly NamedTime[] => {
    const relation = parseRelation(groups);
    const whole = groups['what'] ?? '';
    const what = whole.replace(clauseEnd, '');
    if (relation === undefined || empty.test(what) || findWholeSpan(what, asking) !== undefined) return [];
    const rest = read.slice(index + said.length - (whole.length - what.length));
    const [within] = /^\s(?:in|on|at|of|last)\s/iu.test(rest) ? findNamedSpans(rest, asking) : [];
    return findSpan(connection, { what, within, relation, asking });
  });
}

interface Happening {
  readonly what: string;
  /** The time of the event, if the message names that time as well. */
  readonly within: TimeSpan | undefined;
  readonly relation: TimeRelation;
  readonly asking: SpanAsking;
}

function findSpan(connection: Connection, happened: Happening): readonly NamedTime[] {
  const { what, relation, asking } = happened;
  const event = findTelling(connection, happened);
  if (event === undefined) return [];
  // People tell of an event after it happened, so the talk in which they tell it counts as after the event.
  const { fromMs } = findTold(event, asking);
  const span = applyRelation({ fromMs, untilMs: fromMs }, relation, asking.nowMs);
  if (span.fromMs >= span.untilMs) return [];
  return [{ ...span, because: `${relation.side} "${what}", which moment ${event.id} tells of` }];
}

/** At most this many of the moments with these words are looked at. */
const mostTellings = 40;
/** The share of its score that a moment keeps if it only asks about the event, expects it, or looks back on it. */
const passingShare = 0.3;
const expects =
  /\?|\b(?:will|shall|would|might|maybe|going to|gonna|plan(?:s|ning)? (?:to|on|for)|hop(?:e|ing) to|want(?:s|ed)? to|wish|if|tomorrow|soon|next (?:week|month|year)|can['’]t wait|look(?:ing)? forward|['’]ll)\b/iu;
const tellsOfNow =
  /\b(?:today|yesterday|just|finally|last (?:night|week|weekend)|this (?:morning|week|weekend)|did it|done|(?<!\d)ago)\b/iu;
const tellingShare = 1.5;
/** Moments at most this far apart count as tellings of the same event. */
const nearMs = 2 * dayMs;
const toldWithinMs = 14 * dayMs;

interface Telling {
  readonly event: MemoryEvent;
  readonly score: number;
}

/** The moment that tells most about the event. Moments that only expect it or look back on it count less. */
function findTelling(
  connection: Connection,
  { what, within, asking: { nowMs } }: Happening,
): MemoryEvent | undefined {
  const terms = splitTerms(what).counts;
  if (terms.size === 0) return undefined;
  const store = openEventStore(connection);
  const ranked = rankPlaces(connection, {
    query: what,
    nowMs,
    span: within && expandSpan(within),
    untilMs: nowMs,
  })
    .filter(({ rankBy }) => rankBy().terms.length >= Math.ceil(0.75 * terms.size))
    .slice(0, mostTellings);
  const events = store.readAll(ranked.map(({ eventId }) => eventId));
  const spans = store.readSpansOf([...events.values()]);
  const looksBack = buildLooksBack(what);
  const tellings = ranked.flatMap(({ eventId, score }): readonly Telling[] => {
    const event = events.get(eventId);
    if (event === undefined || event.atMs >= nowMs) return [];
    const text = showEvent(event, spans.get(eventId) ?? []).slice(0, 2_000);
    const share =
      (expects.test(text) || looksBack(text) ? passingShare : 1) * (tellsOfNow.test(text) ? tellingShare : 1);
    return [{ event, score: score * share }];
  });
  return chooseTelling(tellings);
}

/** Extends a span, because people tell of an event when it happens or in the days after. */
function expandSpan({ fromMs, untilMs }: TimeSpan): TimeSpan {
  return { fromMs, untilMs: untilMs + toldWithinMs };
}

/** Whether a text speaks of a time before or after the event, and not of the event itself. */
function buildLooksBack(what: string): (text: string) => boolean {
  const wanted = [...splitTerms(what).counts.keys()];
  return (text) =>
    [...text.matchAll(happening)].some(({ groups = {} }) => {
      const said = splitTerms(groups['what'] ?? '').counts;
      return wanted.some((term) => said.has(term));
    });
}

function chooseTelling(tellings: readonly Telling[]): MemoryEvent | undefined {
  const weighed = tellings.map((one) => ({
    ...one,
    weight:
      one.score +
      tellings
        .filter(({ event }) => event.id !== one.event.id && Math.abs(event.atMs - one.event.atMs) <= nearMs)
        .reduce((sum, { score }) => sum + score / 4, 0),
  }));
  return weighed.sort((one, other) => other.weight - one.weight || one.event.id - other.event.id)[0]?.event;
}

/**
 * Finds when the event was: the time that the moment names, or else the day of the moment. The named time
 * counts only if it spans at most a week, begins before the moment, and ends less than 60 days before it.
 */
function findTold(event: MemoryEvent, { timeZone, languages }: SpanAsking): TimeSpan {
  const { atMs, text } = event;
  const said = findNamedSpans(text, { nowMs: atMs, timeZone, languages }).find(
    ({ fromMs, untilMs }) => untilMs - fromMs <= 7 * dayMs && untilMs > atMs - 60 * dayMs && fromMs <= atMs,
  );
  return said ?? { fromMs: computeDayStart(atMs, timeZone), untilMs: computeDayStart(atMs, timeZone, 1) };
}
