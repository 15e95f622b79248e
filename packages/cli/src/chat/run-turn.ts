// Takes a turn of a talk: keeps the person's words, wakes the companion, and keeps its answer once it is complete.

import { type Answer, answerMessage } from '@terrarium/composition/answer-message';
import { listPresent } from '@terrarium/composition/list-present';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import { parseFactSubject } from '@terrarium/memory/fact-subject';
import { findFactValue } from '@terrarium/memory/find-fact-value';
import { hearTogether } from '@terrarium/memory/hear-together';
import type { Ingested } from '@terrarium/memory/ingest';
import { isAskingForAll } from '@terrarium/memory/is-asking-for-all';
import { isAskingToForget, stripForgetting } from '@terrarium/memory/is-asking-to-forget';
import type { WorkingItem } from '@terrarium/memory/item';
import { renderFactName } from '@terrarium/memory/known-fact';
import { renderDay } from '@terrarium/memory/render-moment';
import type { WakePackage } from '@terrarium/memory/wake-package';
import { wrapText } from '../screen/layout.ts';
import type { Printer } from '../screen/printer.ts';
import { paint } from '../screen/style.ts';
import { renderBrought, renderRemembered } from '../views/render-brought.ts';
import { describeCorrected } from '../views/render-corrected.ts';
import { buildWakeValue } from '../views/render-wake-look.ts';
import type { AnsweringContext, ChatContext } from './chat-context.ts';
import { nameExactly } from './correcting-commands.ts';
import { type Effects, listDue, removeRepeated } from './list-due.ts';
import { openReplyScreen } from './reply-screen.ts';

/** How many characters of a message are shown when it is answered again. */
const shownAgain = 80;

export interface Said {
  readonly text: string;
  /** Path of an image that goes with the message. */
  readonly image?: string;
  /** The message that these words replace. */
  readonly insteadOf?: Ingested['eventId'] | undefined;
}

/**
 * Keeps the message and has it answered; returns whether a companion heard it. Throws what the model's server
 * throws; the message is kept even then.
 */
export async function runTurn(
  context: ChatContext,
  { text, image, insteadOf }: Said,
  signal: AbortSignal,
): Promise<boolean> {
  const { kept, isHeard } = hearTogether(context.company, text, { image, insteadOf });
  // The model's answer may plan the same, so plans are shown with the answer.
  const waiting = isHeard && context.asked !== undefined ? kept.effects : [];
  showReports(context, kept, waiting.length > 0 ? [] : kept.effects);
  if (isAskingToForget(text)) showUnforgotten(context, text);
  if (isHeard) await answerAll(context, signal, waiting);
  else if (!context.isJson)
    context.shell.printer.writeLines(
      paint('(You said nothing aloud. Your message is kept, for you alone.)', 'dim'),
    );
  return isHeard;
}

/** Each companion of the talk answers, and hears those before it. */
async function answerAll(context: ChatContext, signal: AbortSignal, waiting: Effects): Promise<void> {
  for (const one of [context, ...context.others]) {
    if (context.others.length > 0 && !context.isJson)
      context.shell.printer.writeLines(paint(`── ${one.world.mind.name} ──`, 'dim'));
    await answerNewest(one, signal, { waiting: one === context ? waiting : [] });
  }
}

/**
 * Has the newest message answered, even if it was answered before. `waiting` is what the message did, if this has not
 * been shown yet.
 */
export async function answerNewest(
  context: ChatContext,
  signal: AbortSignal,
  { waiting = [], isAgain = false }: { readonly waiting?: Effects; readonly isAgain?: boolean } = {},
): Promise<void> {
  try {
    await answerWoken(context, signal, { waiting, isAgain });
  } catch (error) {
    if (!context.isJson) showNotes(context.shell.printer, listDue(context, waiting));
    throw error;
  }
}

async function answerWoken(
  context: ChatContext,
  signal: AbortSignal,
  { waiting, isAgain }: { readonly waiting: Effects; readonly isAgain: boolean },
): Promise<void> {
  const { companion, asked, shell, isJson } = context;
  const wake = await companion.wake({ present: listPresent(context.world, context.company) });
  if (isAgain && !isJson && wake.message !== undefined)
    shell.printer.writeLines(paint(`(Answering again: ${escapeLine(wake.message.text, shownAgain)})`, 'dim'));
  if (asked !== undefined) return await answer({ ...context, asked }, { wake, waiting }, signal);
  if (isJson) {
    shell.printer.writeJson('memoryWake', buildWakeValue(wake, { withSecrets: false }));
    return;
  }
  shell.printer.writeLines(...renderUnanswered(context, wake));
}

/** If the person asks what is remembered about them, facts and fragments are shown; otherwise what comes to mind. */
function renderUnanswered({ shell, companion, world }: ChatContext, wake: WakePackage): readonly string[] {
  const { width } = shell.printer;
  if (!isAskingForAll(wake.message?.text ?? '')) return renderBrought(wake, width);
  const { timeZone } = world.settings;
  const voices = companion.nameVoices();
  const remembered = { facts: companion.facts(), fragments: companion.fragments() };
  return renderRemembered(remembered, { width, timeZone, voices });
}

interface Woken {
  readonly wake: WakePackage;
  readonly waiting: Effects;
}

async function answer(
  context: AnsweringContext,
  { wake, waiting }: Woken,
  signal: AbortSignal,
): Promise<void> {
  const { shell, isJson, companion } = context;
  const screen = openReplyScreen(shell.printer, isJson);
  const plans = companion.plans();
  try {
    const answered = await answerMessage({ ...context, host: shell }, wake, {
      signal,
      onArrival: (text) => screen.show(text),
      onRetract: () => screen.retract(),
    });
    const made = removeRepeated(answered.kept?.effects ?? [], plans);
    const effects = [...waiting, ...made];
    showAnswer(context, { wake, answered, effects, finish: (shown) => screen.finish(shown) });
  } catch (error) {
    screen.interrupt();
    throw error;
  }
}

interface Answered {
  readonly wake: WakePackage;
  readonly answered: Answer;
  /** The effects of the answer, after those of the message if these have not been shown yet. */
  readonly effects: Effects;
  readonly finish: (shown: string) => void;
}

function showAnswer(context: ChatContext, { wake, answered, effects, finish }: Answered): void {
  const { shell, world, isJson } = context;
  const { reply, shown, said, kept } = answered;
  finish(shown);
  if (isJson) {
    const { finish: ended, usage } = reply;
    const spoken = {
      voice: world.mind.id,
      eventId: kept?.eventId ?? null,
      turn: wake.turn,
      wakeId: wake.wakeId ?? null,
    };
    const { asked: servers } = shell;
    shell.printer.writeJson('chatReply', {
      ...spoken,
      shown: said,
      finish: ended,
      usage,
      reports: listReports(kept),
      servers,
    });
    return;
  }
  if (reply.finish === 'length') {
    const advice =
      'The server cut the reply off: at --max-output-tokens, or because the context window was full.';
    shell.printer.writeLines(...wrapText(paint(advice, 'yellow'), { width: shell.printer.width }));
  }
  if (kept === undefined) showNotes(shell.printer, listDue(context, effects));
  else showReports(context, kept, effects);
}

function listReports(kept: Ingested | undefined): Ingested['reports'] {
  return kept?.reports.filter(({ tag }) => tag !== 'secret') ?? [];
}

/**
 * Shows how a message was understood: when its plans are due, which facts it states, which items it ended,
 * and which of its requests were not carried out. `planned` is what was done to plans.
 */
function showReports(context: ChatContext, kept: Ingested, planned: Effects): void {
  const { printer } = context.shell;
  if (context.isJson) return;
  const reports = listReports(kept).map(({ tag, say }) => `${tag}: ${say}`);
  const understandings = [...listDue(context, planned), ...listFacts(context, kept)];
  showNotes(printer, [...understandings, ...listEnded(context, kept), ...reports]);
}

/** The maximum number of things that are named if a request to forget may mean several. */
const mostNamed = 8;

/** A companion may answer that something is forgotten, but only the person can have it forgotten. */
function showUnforgotten({ shell, companion, isJson }: ChatContext, text: string): void {
  if (isJson) return;
  const words = stripForgetting(text);
  const meant = words === '' ? [] : companion.findAll(words).filter(({ isAsking }) => isAsking !== true);
  const found = meant.map(({ target }) => nameExactly(target));
  const more = found.length - mostNamed;
  const advice =
    found.length === 0
      ? '/search finds the moment that you mean, and /forget with its number forgets it for good'
      : `${found.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''} may be what you mean: "/forget all ${words}" shows what would go`;
  showNotes(shell.printer, [
    `Nothing was forgotten by this message. ${advice} (outside of a talk: "terrarium memory search" and "terrarium memory forget").`,
  ]);
}

function showNotes(printer: Printer, notes: readonly string[]): void {
  for (const line of notes)
    printer.writeLines(
      ...wrapText(line, { width: printer.width, indent: '    ', first: '  · ' }).map(paintDim),
    );
}

/** Facts are shown so that the person notices at once if one was misunderstood. */
function listFacts({ shell, world }: ChatContext, { effects }: Ingested): readonly string[] {
  const nowMs = shell.environment.clock.now();
  const facts = effects.filter(({ item }) => item.kind === 'fact');
  const filterBy = (wanted: string) => facts.flatMap(({ effect, item }) => (effect === wanted ? [item] : []));
  const [created, replaced] = [filterBy('created'), filterBy('superseded')];
  const over = replaced.filter(({ subject }) => !created.some((one) => one.subject === subject));
  return [
    ...created.map((item) => {
      const before = replaced.find(({ subject }) => subject === item.subject);
      const notes = [
        ...(item.createdAtMs > nowMs ? [`from ${renderDay(item.createdAtMs, world.settings.timeZone)}`] : []),
        ...(before === undefined ? [] : [`before: ${escapeLine(findFactValue(before))}`]),
      ];
      return `${describeFact(item)}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
    }),
    ...over.map((item) => `${describeFact(item)} (no longer so)`),
  ];
}

function describeFact(item: WorkingItem): string {
  const name = renderFactName(parseFactSubject(item.subject ?? ''));
  return `fact ${item.id}: ${name}: ${escapeLine(findFactValue(item))}`;
}

/** Leaves out secrets. */
function listEnded({ world, isTalk }: ChatContext, { effects }: Ingested): readonly string[] {
  const { settings, home, mind } = world;
  const view = { timeZone: settings.timeZone, dir: home, of: mind.isWorlds ? undefined : mind.id, isTalk };
  return effects.flatMap(({ effect, item }) => {
    const isEnded = effect === 'resolved' || effect === 'dropped' || effect === 'settled';
    return isEnded && item.kind !== 'secret' ? [describeCorrected({ effect, item }, view)] : [];
  });
}

function paintDim(line: string): string {
  return paint(line, 'dim');
}
