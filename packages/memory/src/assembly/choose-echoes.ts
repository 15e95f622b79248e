// Chooses the echoes of a wake: earlier moments related to the message, as many as fit, in order of time.
import type { Echo } from '../echoes/search-echoes.ts';
import type { EventId, MemoryEvent } from '../events/event.ts';
import { resolveToldAtMs } from '../events/event-store.ts';
import { renderDay } from '../events/render-moment.ts';
import type { EchoEntry } from '../ledger/wake-ledger.ts';
import type { WakeLine } from '../ledger/wake-package.ts';
import { escapeTagsInBlock, escapeTagsInLine } from '../render/escape-tags-in-block.ts';
import { renderAge } from '../render/render-age.ts';
import { renderSection } from '../render/render-wake.ts';
import { fillGreeting } from './fill-greeting.ts';
import { cutText, fillByScore, removeUntilFits } from './token-budget.ts';
import { nameVoice, type Waking } from './waking.ts';

export interface ChosenEchoes {
  readonly lines: readonly WakeLine[];
  readonly tokens: number;
  readonly entries: readonly EchoEntry[];
  readonly contents: readonly string[];
}

interface RenderedMoment extends Echo {
  readonly line: WakeLine;
  readonly toldAtMs: number;
  /** The line above the first moment of a day. */
  readonly date: string;
  readonly day: string;
  readonly tokens: number;
}

/**
 * This many digits of a score are kept: a score is used only for sorting, and further digits would be stored
 * for good with every wake.
 */
const echoDigits = 4;
/** No moment may take more of the section than this share. */
const largestShare = 0.6;
/** After a silence of this length or more, the day is given again if the age of the moment now reads differently. */
const silenceMs = 3 * 3_600_000;

export interface EchoRoom {
  /** Events that are already in the context. */
  readonly inView: ReadonlySet<EventId>;
  /** Tokens that the section may take. */
  readonly room: number;
  /** Whether a fragment or fact in the wake already says what an event said. */
  isTold(event: EventId, shownText: string): boolean;
}

/**
 * `moments` are in order of rank, the best first. Moments that the wake already shows or tells are left out, and so are
 * replies that only repeat their wake.
 */
export function chooseEchoes(
  waking: Waking,
  moments: readonly Echo[],
  { inView, room, isTold }: EchoRoom,
): ChosenEchoes {
  const { tokens } = waking;
  const known = new Set([
    ...inView,
    ...moments.filter(({ event, shownText }) => isTold(event.id, shownText)).map(({ event }) => event.id),
  ]);
  const fresh = moments.filter(({ event }) => !known.has(event.id) && !event.isParroted);
  const rendered = fresh.flatMap((moment) => renderMoment(moment, waking, Math.floor(room * largestShare)));
  const { chosen } = fillByScore(rendered, {
    maximum: room - tokens.count(renderSection('echoes', [{ text: '', isSecret: false }])),
    measure: (one, _index, others) =>
      one.tokens + (others.some(({ day }) => day === one.day) ? 0 : tokens.count(`\n${one.date}`)),
  });
  const { kept, tokens: used } = removeUntilFits(chosen, {
    maximum: room,
    measureAll: (some) => tokens.count(renderSection('echoes', sortLines(some))),
  });
  const shown = new Map(kept.map((one) => [one.event.id, one.tokens]));
  return {
    lines: sortLines(kept),
    tokens: used,
    entries: moments.map(({ event, score, because }) => ({
      id: event.id,
      score: Number(score.toPrecision(echoDigits)),
      because,
      tokens: shown.get(event.id) ?? 0,
      left: shown.has(event.id) ? undefined : findReason(event, known),
    })),
    contents: kept.map(({ shownText }) => shownText),
  };
}

function renderMoment(moment: Echo, waking: Waking, largest: number): readonly RenderedMoment[] {
  const { event, shownText } = moment;
  const name = escapeTagsInLine(nameVoice(waking.voices, event.voice));
  const toldAtMs = resolveToldAtMs(event, waking.profile);
  const day = event.isUndated ? 'undated' : renderDay(toldAtMs, waking.timeZone);
  const distance = event.isUndated
    ? ''
    : `, ${renderAge(toldAtMs, { nowMs: waking.moment.nowMs, timeZone: waking.timeZone })}`;
  const date = `— ${day}${distance} —`;
  const anew = renderAnew(moment, waking);
  const said = escapeTagsInBlock(fillGreeting(shownText, event, waking));
  const { text, tokens } = cutText(`\n${name}: ${said}${anew}`, {
    maximum: largest,
    mark: ` … [cut: the rest is in moment ${event.id}]`,
    tokens: waking.tokens,
  });
  if (text === '') return [];
  return [{ ...moment, line: { text: text.slice(1), isSecret: false }, toldAtMs, date, day, tokens }];
}

function renderAnew({ toldAnew }: Echo, { timeZone }: Waking): string {
  return toldAnew === undefined
    ? ''
    : ` (no longer true: on ${renderDay(toldAnew.atMs, timeZone)} something else was said about the ${toldAnew.name})`;
}

/** The lines sorted by time, with a line for the day above the first moment of each day, and after some silences. */
function sortLines(moments: readonly RenderedMoment[]): readonly WakeLine[] {
  const inOrder = [...moments].sort(
    (one, other) => one.event.atMs - other.event.atMs || one.event.id - other.event.id,
  );
  return inOrder.flatMap((moment, index) => {
    const isDated = isNewDay(moment, inOrder[index - 1]);
    return isDated ? [{ text: moment.date, isSecret: false }, moment.line] : [moment.line];
  });
}

function isNewDay(moment: RenderedMoment, before: RenderedMoment | undefined): boolean {
  if (before?.day !== moment.day) return true;
  return moment.date !== before.date && moment.toldAtMs - before.toldAtMs >= silenceMs;
}

function findReason(event: MemoryEvent, inView: ReadonlySet<EventId>): EchoEntry['left'] {
  if (inView.has(event.id)) return 'in-view';
  return event.isParroted ? 'parroted' : 'no-room';
}
