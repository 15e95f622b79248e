// Phase 2 of an assembly: chooses the latest messages by score, for the part of the budget that the items leave.
import { score } from '../decay/score.ts';
import type { EventPlace, MemoryEvent } from '../events/event.ts';
import { buildConversationSubject, resolveToldAtMs } from '../events/event-store.ts';
import { renderDayAndTime } from '../events/render-moment.ts';
import { showEvent, showPart } from '../events/show-event.ts';
import type { EventEntry } from '../ledger/wake-ledger.ts';
import type { WakeLine } from '../ledger/wake-package.ts';
import { escapeTagsInBlock, escapeTagsInLine } from '../render/escape-tags-in-block.ts';
import { renderSection } from '../render/render-wake.ts';
import { displayTags, isWorkingTag, type Span, type Tag } from '../tags/tag.ts';
import { fillGreeting } from './fill-greeting.ts';
import { nameHeld } from './name-held.ts';
import { cutText, removeUntilFits } from './token-budget.ts';
import { nameVoice, type Waking } from './waking.ts';

export interface ChosenConversation {
  /** The oldest line first. */
  readonly lines: readonly WakeLine[];
  readonly tokens: number;
  readonly entries: readonly EventEntry[];
  /** The names, as `nameHeld` gives them, of the things that the shown replies hold in mind by their tags. */
  readonly held: ReadonlySet<string>;
}

export interface ConversationRoom {
  readonly maximum: number;
  /**
   * The part of the room that is reserved for the talk. Beyond it, older messages need a score of
   * `leastBeyondOwn`.
   */
  readonly own: number;
  /** Where the talk ends: at the message that wakes the companion, or now. */
  readonly before: EventPlace;
}

interface SaidMoment {
  readonly event: MemoryEvent;
  readonly score: number;
  readonly standing: Standing;
  /** The time since the previous moment. */
  readonly gapMs: number;
  /** The rendered message, cut to the largest size of one moment. */
  readonly text: string;
  readonly tokens: number;
  readonly held: readonly string[];
}

/**
 * The last exchange is always included, and so is the newest talk before it, up to a number of tokens. Older
 * talk is chosen by score.
 */
type Standing = 'exchange' | 'newest' | 'weighed';
const order: Readonly<Record<Standing, number>> = { exchange: 0, newest: 1, weighed: 2 };

/**
 * Older talk needs at least this score to take room beyond `own`, which echoes could have. Messages of the last hours
 * reach it.
 */
const leastBeyondOwn = 0.7;
/** The newest talk is chosen whatever its score until it takes this many tokens. */
const alwaysThere = 300;
/** In tokens: a message that is cut shorter than this would say nothing except that it was cut. */
const leastShown = 24;
/** Lines that are counted together may take this many tokens more than the sum of their separate counts. */
const rounding = 4;
/** Moments are read `page` at a time, and at most `mostRead` in all: older moments have long faded. */
const page = 24;
const mostRead = 480;
/**
 * The last exchange is the person's last message and the replies to it, at most this many messages in all.
 * Anything before them is older talk.
 */
const mostInExchange = 4;
/** After a silence of this length or more, the day and time are given, if they are known. */
const silenceMs = 3 * 3_600_000;
/** About how many tokens the day and time take. */
const silenceTokens = 16;

export function chooseConversation(waking: Waking, room: ConversationRoom): ChosenConversation {
  const { maximum, own } = room;
  const said = maximum === 0 ? [] : readCandidates(waking, room);
  const ordered = [...said].sort(compareChoice);
  const heading = countHeading(waking);
  const chosen = fill(ordered, { maximum: maximum - heading, own: own - heading });
  const { kept, tokens } = removeUntilFits(chosen, {
    maximum,
    measureAll: (moments) => waking.tokens.count(renderSection('recent', renderLines(moments, waking))),
  });
  const shown = new Set(kept);
  return {
    lines: renderLines(kept, waking),
    tokens,
    held: new Set(kept.flatMap(({ held }) => held)),
    entries: said.map((moment) => buildEntry(moment, shown.has(moment), waking)),
  };
}

/** The last exchange comes first, then the newest talk, then the others by score; among equals, the newest first. */
function compareChoice(one: SaidMoment, other: SaidMoment): number {
  return (
    order[one.standing] - order[other.standing] ||
    (one.standing === 'weighed' ? other.score - one.score : 0) ||
    other.event.atMs - one.event.atMs ||
    other.event.id - one.event.id
  );
}

/**
 * Ends the choice at the first moment that does not fit, even if a later one in this order would fit, so that no gap is
 * left in the talk.
 */
function fill(
  ordered: readonly SaidMoment[],
  { maximum, own }: Pick<ConversationRoom, 'maximum' | 'own'>,
): readonly SaidMoment[] {
  const chosen: SaidMoment[] = [];
  let used = 0;
  for (const moment of ordered.filter(isCandidate)) {
    used += moment.tokens;
    if (used > maximum || (used > own && moment.standing === 'weighed' && moment.score < leastBeyondOwn))
      break;
    chosen.push(moment);
  }
  return chosen;
}

function isCandidate({ event, standing, text }: SaidMoment): boolean {
  return text !== '' && (standing === 'exchange' || !event.isParroted);
}

/** Reads moments, the newest first, until the room is full or the older ones have faded. */
function readCandidates(waking: Waking, room: ConversationRoom): readonly SaidMoment[] {
  const said: SaidMoment[] = [];
  const largestAlone = computeLargest(waking, room);
  let left = room.maximum - countHeading(waking) - rounding;
  let taken = 0;
  for (const { event, gapMs, ...walked } of walkBack(waking, room.before)) {
    const standing = detectStanding(said, taken);
    const value = score(buildConversationSubject(event, waking.profile), waking.moment, waking.profile);
    if (standing === 'weighed' && (value < waking.profile.threshold || taken > room.maximum)) break;
    const largest = standing === 'newest' ? Math.min(largestAlone, left - silenceTokens) : largestAlone;
    if (standing === 'newest' && largest < leastShown) break;
    const moment = renderOne({ event, gapMs, standing, score: value }, { ...walked, waking, largest });
    said.push(moment);
    if (!isCandidate(moment)) continue;
    taken += moment.tokens;
    left -= moment.tokens;
  }
  return said;
}

/** `newer` are the moments after this one; together they take `tokens` tokens. */
function detectStanding(newer: readonly SaidMoment[], tokens: number): Standing {
  if (isPartOfLastExchange(newer)) return 'exchange';
  return tokens < alwaysThere ? 'newest' : 'weighed';
}

/**
 * The most tokens that one message may take, so that every message of the last exchange fits, however long the others
 * are.
 */
function computeLargest(waking: Waking, { maximum, before }: ConversationRoom): number {
  const newest = waking.stores.events.readNewest({ before, limit: mostInExchange });
  const replies = newest.findIndex(({ side }) => side === 'user');
  const inExchange = replies < 0 ? newest.length : replies + 1;
  return Math.floor((maximum - countHeading(waking)) / Math.max(2, inExchange)) - silenceTokens;
}

/**
 * True for the person's last message and for every message after it, as far as they are among the newest
 * `mostInExchange`.
 */
function isPartOfLastExchange(newer: readonly SaidMoment[]): boolean {
  return newer.length < mostInExchange && newer.every(({ event }) => event.side === 'companion');
}

interface WalkedEvent {
  readonly event: MemoryEvent;
  readonly gapMs: number;
  /** The part of the message that is shown. */
  readonly shown: string;
  /**
   * For the companion's replies: what the reply said, with its tags; for the newest replies, also what they held in
   * mind. Otherwise undefined.
   */
  readonly tagged: string | undefined;
  readonly parts: readonly Span[];
}

function* walkBack({ stores, profile }: Waking, before: EventPlace): Generator<WalkedEvent> {
  let place: EventPlace | undefined = before;
  let replies = 0;
  for (let read = 0; read < mostRead; read += page) {
    const events = stores.events.readNewest({ before: place, limit: page + 1 });
    const spans = stores.events.readSpansOf(events);
    for (const [index, event] of events.slice(0, page).entries()) {
      const earlier = events[index + 1] ?? event;
      const gapMs = resolveToldAtMs(event, profile) - resolveToldAtMs(earlier, profile);
      const all = spans.get(event.id) ?? [];
      const shown = showEvent(event, all);
      const isOwn = event.side === 'companion' && shown !== '';
      replies += Number(isOwn);
      const parts = chooseParts(all, isOwn && replies > repliesTagged);
      yield {
        event,
        gapMs,
        shown,
        parts,
        tagged: isOwn ? renderTagged(parts) : undefined,
      };
    }
    if (events.length <= page) return;
    place = events[page - 1];
  }
}

/**
 * A companion sees its replies with the tags around what they say, so that it continues to write tags. It sees this
 * many of the newest replies also with the tags around what they hold in mind.
 */
const repliesTagged = 3;
const shownTags: ReadonlySet<Tag> = new Set(displayTags);

function chooseParts(spans: readonly Span[], isOlder: boolean): readonly Span[] {
  return isOlder ? spans.filter(({ tag }) => shownTags.has(tag)) : spans;
}

/**
 * Renders the spans in their tags, without secrets and empty spans. The text of a span is escaped, so that nothing in
 * it reads as a tag.
 */
function renderTagged(spans: readonly Span[]): string {
  return spans
    .filter(({ tag }) => tag !== 'secret')
    .map((span) => ({ tag: span.tag, text: showPart(span) }))
    .filter(({ text }) => text !== '')
    .map(({ tag, text }) => `<${tag}>${escapeTagsInBlock(text)}</${tag}>`)
    .join('\n  ');
}

/**
 * Names what an outermost tag holds in mind; empty for a tag around something shown. A tag inside something shown is
 * not named, because its text is shown there without the tag.
 */
function nameTagged(span: Span): readonly string[] {
  return isWorkingTag(span.tag) ? [nameHeld(span.tag, showPart(span))] : [];
}

interface Rendering extends Omit<WalkedEvent, 'event' | 'gapMs'> {
  readonly waking: Waking;
  readonly largest: number;
}

function renderOne(
  moment: Omit<SaidMoment, 'text' | 'tokens' | 'held'>,
  { shown, tagged, parts, waking, largest }: Rendering,
): SaidMoment {
  const { event } = moment;
  if (shown === '' || largest <= 0) return { ...moment, text: '', tokens: 0, held: [] };
  const name = escapeTagsInLine(nameVoice(waking.voices, event.voice));
  const fill = (text: string) => fillGreeting(text, event, waking);
  const whole = `\n${name}: ${fill(tagged ?? '')}`;
  // Cut-off tags would be a bad example, so a reply too long for its room is shown as others see it, without
  // its tags.
  const isTagged = tagged !== undefined && waking.tokens.count(whole) <= largest;
  const { text, tokens } = cutText(isTagged ? whole : `\n${name}: ${escapeTagsInBlock(fill(shown))}`, {
    maximum: largest,
    mark: ` … [cut: the rest is in moment ${event.id}]`,
    tokens: waking.tokens,
  });
  const silence = moment.gapMs >= silenceMs ? silenceTokens : 0;
  const held = isTagged ? parts.flatMap(nameTagged) : [];
  return { ...moment, text: text.slice(1), tokens: tokens + silence, held };
}

/** Renders the lines. An extra line gives the day and time after a silence, or says that the talk is undated. */
function renderLines(
  moments: readonly SaidMoment[],
  { moment: { nowMs }, profile, timeZone }: Waking,
): readonly WakeLine[] {
  const inOrder = [...moments].sort(
    (one, other) => one.event.atMs - other.event.atMs || one.event.id - other.event.id,
  );
  return inOrder.flatMap((moment, index) => {
    const toldAtMs = resolveToldAtMs(moment.event, profile);
    const silentMs = index === 0 ? nowMs - toldAtMs : moment.gapMs;
    const said = { text: moment.text, isSecret: false };
    const { isUndated } = moment.event;
    if (isUndated ? index > 0 && inOrder[index - 1]?.event.isUndated : silentMs < silenceMs) return [said];
    return [renderSilence(isUndated ? 'undated' : renderDayAndTime(toldAtMs, timeZone)), said];
  });
}

function renderSilence(text: string): WakeLine {
  return { text: `(${text})`, isSecret: false };
}

function countHeading({ tokens }: Waking): number {
  return tokens.count(renderSection('recent', [{ text: '(Wed 30 September 2026, 23:59)', isSecret: false }]));
}

function buildEntry(moment: SaidMoment, isIn: boolean, waking: Waking): EventEntry {
  const { event, score: value, tokens, standing } = moment;
  return {
    id: event.id,
    score: value,
    tokens: isIn ? tokens : 0,
    left: isIn ? undefined : findReason(moment, waking),
    subject: buildConversationSubject(event, waking.profile),
    isAlways: standing !== 'weighed',
  };
}

function findReason(moment: SaidMoment, { profile }: Waking): EventEntry['left'] {
  if (moment.event.isParroted) return 'parroted';
  return moment.standing === 'weighed' && moment.score < profile.threshold ? 'faded' : 'no-room';
}
