// Completes a wake: puts the sections in order, adds the time and the message, and writes the wake's row of the ledger.
import { greetingOrigin, type MemoryEvent } from '../events/event.ts';
import { resolveToldAtMs } from '../events/event-store.ts';
import { renderMoment } from '../events/render-moment.ts';
import type { WakeLedger } from '../ledger/wake-ledger.ts';
import {
  type SectionName,
  sectionNames,
  type WakeLine,
  type WakePackage,
  type WakeSection,
} from '../ledger/wake-package.ts';
import { escapeTagsInLine } from '../render/escape-tags-in-block.ts';
import { renderAge } from '../render/render-age.ts';
import { renderParts, renderSection } from '../render/render-wake.ts';
import type { ChosenConversation } from './choose-conversation.ts';
import type { ChosenEchoes } from './choose-echoes.ts';
import type { ChosenItems } from './choose-items.ts';
import type { ChosenKnown } from './choose-known.ts';
import type { ChosenRecalled } from './choose-recalled.ts';
import { fillNameInQuotes } from './fill-name.ts';
import type { Outcomes } from './list-outcomes.ts';
import type { WakeFiles } from './read-wake-files.ts';
import { type CurrentMessage, nameVoice, type Waking } from './waking.ts';

export interface ChosenSections {
  readonly items: ChosenItems;
  readonly recalled: ChosenRecalled;
  readonly known: ChosenKnown & Pick<WakeLedger, 'facts'>;
  readonly echoes: ChosenEchoes;
  readonly recent: ChosenConversation;
  readonly outcomes: Outcomes;
  /** The maximum number of tokens that each section may take. */
  readonly maxima: Readonly<Partial<Record<SectionName, number>>>;
}

export interface UnfinishedWake {
  readonly waking: Waking;
  readonly current: CurrentMessage;
  readonly files: WakeFiles;
  readonly sections: ChosenSections;
  /** The names of those who take part in the talk besides the companion. */
  readonly present: readonly string[];
}

/** About how many tokens an image takes in the one turn in which it is sent; servers differ. */
const imageTokens = 1200;
/**
 * This many characters of each text are kept, to recognise a reply that repeats its wake. A message may be
 * far longer.
 */
const charactersKept = 128 * 1024;

export function completeWake(unfinished: UnfinishedWake, isRecorded: boolean): WakePackage {
  const wake = buildPackage(unfinished);
  if (!isRecorded) return wake;
  return { ...wake, wakeId: record(wake, unfinished) };
}

function buildPackage({ waking, current, files, sections, present }: UnfinishedWake): WakePackage {
  const { moment, tokens } = waking;
  const imagePath = current.event?.imagePath;
  const voice = current.event?.voice ?? waking.voices.user[0].id;
  const wake: WakePackage = {
    wakeId: undefined,
    turn: moment.turn,
    nowMs: moment.nowMs,
    pressure: sections.items.pressure,
    activation: fillNameInQuotes(files.activation, waking.personName),
    imageContext: imagePath === undefined ? undefined : files.imageContext,
    ambient: files.ambient,
    sections: sortSections(
      sections,
      buildNow(waking, current, [...listPresent(present), ...sections.outcomes.lines]),
    ),
    message:
      current.text === undefined ? undefined : { from: nameVoice(waking.voices, voice), text: current.text },
    image: imagePath === undefined ? undefined : { path: imagePath, tokens: imageTokens },
    tokens: 0,
  };
  const { system, user } = renderParts(wake);
  return { ...wake, tokens: tokens.count(system) + tokens.count(user) + (wake.image?.tokens ?? 0) };
}

type Part = Pick<WakeSection, 'lines' | 'tokens'>;

function sortSections(
  { items, recalled, known, echoes, recent }: ChosenSections,
  now: Part,
): readonly WakeSection[] {
  const parts: Readonly<Record<SectionName, Part>> = {
    lingering: items,
    recalled,
    known,
    echoes,
    recent,
    now,
  };
  return sectionNames.map((name) => ({ name, lines: parts[name].lines, tokens: parts[name].tokens }));
}

function buildNow(waking: Waking, current: CurrentMessage, more: readonly WakeLine[]): Part {
  const { moment, stores, tokens, timeZone } = waking;
  const newest = stores.events.readNewest({ before: current.before, limit: 2 });
  const greeting = newest.length === 0 ? undefined : stores.events.findByOrigin(greetingOrigin)?.id;
  const last = newest.find(({ id }) => id !== greeting);
  const none =
    newest.length === 0 ? 'Nothing was said before.' : 'Nothing but your greeting was said before.';
  const since = last === undefined ? none : renderSince(last, waking);
  const newcomer = last === undefined ? '' : describeNewcomer(waking, current);
  const lines: readonly WakeLine[] = [
    { text: `It is ${renderMoment(moment.nowMs, timeZone)}. ${since}${newcomer}`, isSecret: false },
    ...more,
  ];
  return { lines, tokens: tokens.count(renderSection('now', lines)) };
}

/**
 * Describes a person with a memory of their own who speaks for the first time, after talks with somebody else. Empty
 * for anybody else.
 */
function describeNewcomer({ stores, voices }: Waking, { event }: CurrentMessage): string {
  const voice = voices.user.find(({ id, role }) => id === event?.voice && role !== 'companion');
  if (event === undefined || voice?.ownMemory !== true || stores.events.isHeard(voice.id, event.id))
    return '';
  return ` It was with somebody else: ${escapeTagsInLine(voice.name)} speaks with you for the first time.`;
}

function listPresent(present: readonly string[]): readonly WakeLine[] {
  if (present.length === 0) return [];
  return [{ text: `In this talk with you: ${present.map(escapeTagsInLine).join(', ')}.`, isSecret: false }];
}

function renderSince(last: MemoryEvent, { moment, profile, timeZone }: Waking): string {
  if (last.isUndated) return 'It is not known when the last exchange was.';
  return `The last exchange was ${renderAge(resolveToldAtMs(last, profile), { nowMs: moment.nowMs, timeZone })}.`;
}

function record(wake: WakePackage, unfinished: UnfinishedWake): number {
  const { files, sections, waking } = unfinished;
  const { system, user } = renderParts(wake);
  return waking.stores.wakes.create({
    tokens: wake.tokens,
    ledger: buildLedger(wake, unfinished),
    words: {
      remembered: [
        files.activation,
        files.imageContext,
        files.ambient ?? '',
        ...sections.items.contents,
        ...sections.recalled.contents,
        ...sections.known.contents,
        ...sections.echoes.contents,
        ...sections.outcomes.contents,
      ].map((text) => text.slice(0, charactersKept)),
      rendered: `${system}\n${user}`.slice(0, charactersKept),
    },
    recalledKeys: sections.recalled.freshKeys,
  });
}

function buildLedger(wake: WakePackage, { waking, current, sections }: UnfinishedWake): WakeLedger {
  const { moment, tokens, budgets, profile, stores } = waking;
  return {
    nowMs: moment.nowMs,
    turn: moment.turn,
    pressure: wake.pressure,
    pauses: moment.pauses?.filter(({ fromMs }) => fromMs < moment.nowMs),
    farewell: moment.farewell,
    counter: tokens.id,
    budgets,
    profile,
    saidUntilMs: waking.wallMs,
    messageId: current.event?.id,
    ...stores.wakes.readWatermarks(),
    sections: wake.sections.map(({ name, tokens: taken }) => ({
      name,
      tokens: taken,
      maximum: sections.maxima[name],
    })),
    items: sections.items.entries,
    itemsNotListed: sections.items.notListed,
    recent: sections.recent.entries,
    echoes: sections.echoes.entries,
    fragments: [...sections.recalled.entries, ...sections.known.entries],
    facts: sections.known.facts,
  };
}
