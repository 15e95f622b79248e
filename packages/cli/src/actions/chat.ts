// Runs a talk with a companion who remembers; without a model, it shows what each message brings to the companion's mind.

import { chooseAskedModel } from '@terrarium/composition/choose-model';
import {
  type MemoryWorld,
  type MemoryWorldOptions,
  withMemoryDatabase,
} from '@terrarium/composition/memory-world';
import { prepareCompany, withCompany } from '@terrarium/composition/open-company';
import { setClock } from '@terrarium/composition/set-clock';
import { TerrariumError } from '@terrarium/kernel/errors';
import { openEventStore } from '@terrarium/memory/event-store';
import { findGreeting } from '@terrarium/memory/import-companion';
import type { Memory } from '@terrarium/memory/memory';
import { openFilling } from '@terrarium/memory/open-filling';
import { renderMoment } from '@terrarium/memory/render-moment';
import type { ChatContext } from '../chat/chat-context.ts';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { renderFailure } from '../shell/explain-error.ts';
import { buildFlags, type ModelOptions, type WorldOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { openStop, type Stop } from '../talk/open-stop.ts';
import { readTalk } from '../talk/read-talk.ts';

export interface ChatOptions extends WorldOptions, ModelOptions {
  readonly as?: string;
  readonly with?: readonly string[];
  readonly now?: string;
}

export async function runChat(shell: Shell, message: string, options: ChatOptions): Promise<void> {
  const asking: MemoryWorldOptions = {
    world: options.world,
    flags: buildFlags(options),
    uses: ['model', 'embedder'],
  };
  const prepared = await prepareCompany(shell, asking, { as: options.as, with: options.with });
  const [world] = prepared.companions;
  const realMs = shell.environment.clock.now();
  await setClock(shell, world, options.now);
  if (options.now !== undefined && options.json !== true && !(await isGoingOn(shell, world, realMs)))
    warnOfClock(shell, world);
  const asked = await chooseAskedModel(shell, world.configured);
  const firstWords = await withMemoryDatabase(shell, world, findGreeting);
  await withCompany(shell, prepared, async (company, memories) => {
    const shared = { shell, asked, isJson: options.json === true, isTalk: message === '', company };
    const [context] = buildContexts(shared, prepared.companions, memories);
    if (context === undefined) return;
    const stop = openStop();
    const fillings = memories.map(openFilling);
    const startFilling = () => {
      for (const filling of fillings) filling.start();
    };
    try {
      startFilling();
      if (message !== '') await sendOnce(context, message, stop);
      else await runTalk(context, stop, { firstWords, onTurn: startFilling });
    } finally {
      stop.close();
      for (const filling of fillings) await filling.close();
    }
  });
}

/** A context for each companion; the context of the first contains the others. */
function buildContexts(
  shared: Pick<ChatContext, 'shell' | 'asked' | 'isJson' | 'isTalk' | 'company'>,
  worlds: readonly MemoryWorld[],
  memories: readonly Memory[],
): readonly ChatContext[] {
  const contexts: ChatContext[] = [];
  for (const [at, world] of [...worlds.entries()].reverse()) {
    const companion = memories[at];
    if (companion === undefined) continue;
    const others = at === 0 ? contexts.slice() : [];
    contexts.unshift({ ...shared, world, companion, others });
  }
  return contexts;
}

/** A longer silence separates two talks. */
const talkSilenceMs = 5 * 3_600_000;

/** Whether the person goes on with a talk that they began with `--now`. The warning was then shown at its beginning. */
async function isGoingOn(shell: Shell, world: MemoryWorld, realMs: number): Promise<boolean> {
  const nowMs = shell.environment.clock.now();
  return await withMemoryDatabase(shell, world, (connection) => {
    const before = openEventStore(connection).findNeighbours(nowMs).earlier;
    if (before === undefined || nowMs - before.atMs > talkSilenceMs) return false;
    return before.atMs > realMs || realMs - before.atMs > talkSilenceMs;
  });
}

function warnOfClock({ printer, environment }: Shell, { settings }: MemoryWorld): void {
  const now = renderMoment(environment.clock.now(), settings.timeZone);
  const said = `In this talk it is ${now}, and its messages are saved with that time. If that time is in the future, ordinary talks ignore these messages until then. It is better to try this in a copy of the world.`;
  printer.warn(...wrapText(said, { width: printer.width }));
}

async function sendOnce(context: ChatContext, message: string, stop: Stop): Promise<void> {
  const { parseCommand, runOneCommand } = await import('../chat/run-chat-command.ts');
  const signal = stop.start();
  try {
    const typed = parseCommand(message);
    if (typed === undefined) await runTurnOnce(context, message, signal);
    else await runOneCommand(context, typed, signal);
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) {
      const isCommand = parseCommand(message) !== undefined;
      if (!isCommand && isOfServer(error) && !context.isJson) warnOfKept(context.shell);
      throw error;
    }
    reportStopped(context);
    context.shell.exitCode = exitCodes.interrupted;
  }
}

/** Whether a server or a model failed: the message is kept then. */
function isOfServer(error: unknown): error is TerrariumError {
  return error instanceof TerrariumError && [3, 4].includes(error.exitCode);
}

function warnOfKept({ printer }: Shell): void {
  const said =
    'What you said is kept, an unfinished reply is not; “terrarium memory chat /again” asks for it once more.';
  printer.warn(...wrapText(said, { width: printer.width }).map((line) => paint(line, 'dim')));
}

async function runTurnOnce(context: ChatContext, message: string, signal: AbortSignal): Promise<void> {
  const { runTurn } = await import('../chat/run-turn.ts');
  const isHeard = await runTurn(context, { text: cutEscape(message) }, signal);
  if (isHeard && context.asked === undefined && !context.isJson)
    context.shell.printer.writeLines(
      '',
      ...renderUnanswered(
        context,
        '"terrarium memory wake" shows all that a companion with a model would be given.',
      ),
    );
}

/** A line that begins with two slashes is a message that begins with one slash. */
function cutEscape(line: string): string {
  return line.replace(/^\/\//u, '/');
}

interface TalkOptions {
  /** What the companion says at the beginning, before the person has said anything. */
  readonly firstWords: string | undefined;
  onTurn(): void;
}

async function runTalk(context: ChatContext, stop: Stop, { firstWords, onTurn }: TalkOptions): Promise<void> {
  const { shell, asked, isJson } = context;
  // If the output is not a terminal, no greeting is shown, so a note says that no companion answers.
  if (asked === undefined && !isJson && !shell.printer.isTerminal)
    shell.printer.warn(
      ...renderUnanswered(
        context,
        'After each message you see what comes to mind; /wake shows all that a companion with a model would be given.',
      ),
    );
  await readTalk({
    shell,
    stop,
    isJson,
    greeting: [...renderGreeting(context), ...renderFirstWords(context, firstWords)],
    renderPrompt: () => '\n> ',
    handleLine: (line, signal) => handleLine(context, line, signal),
    onFailure: (error, signal) => reportFailure(context, error, signal),
    onTurn,
  });
}

async function handleLine(context: ChatContext, line: string, signal: AbortSignal): Promise<boolean> {
  const { parseCommand, runChatCommand } = await import('../chat/run-chat-command.ts');
  const typed = parseCommand(line);
  if (typed !== undefined) return await runChatCommand(context, typed, signal);
  const { runTurn } = await import('../chat/run-turn.ts');
  await runTurn(context, { text: cutEscape(line) }, signal);
  return true;
}

/**
 * Reports that a reply was stopped or that a server failed. This does not end the talk: the message is kept, and can be
 * answered later. Throws any other error again.
 */
function reportFailure(context: ChatContext, error: unknown, signal: AbortSignal): void {
  if (signal.aborted && error === signal.reason) {
    reportStopped(context);
    return;
  }
  if (!isOfServer(error)) throw error;
  const { printer } = context.shell;
  const { code, happened, todo, exitCode } = error;
  context.shell.exitCode = exitCode;
  if (context.isJson) printer.writeJson('failure', { kind: 'error', code, happened, todo, exitCode });
  printer.warn(
    ...renderFailure(error),
    paint('  What you said is kept; /again asks for the reply once more.', 'dim'),
  );
}

function renderUnanswered({ shell }: ChatContext, what: string): readonly string[] {
  const said = `No model is configured: what you said is kept, and nobody answers. ${what} Name a model with --model and --base-url; then "/again" in a talk asks it for an answer.`;
  return wrapText(said, { width: shell.printer.width }).map((line) => paint(line, 'dim'));
}

function reportStopped({ shell, isJson }: ChatContext): void {
  const { printer } = shell;
  if (isJson) printer.writeJson('stopped', { kind: 'stopped' });
  else
    printer.writeLines(
      paint('(Stopped. What you said is kept; the part of the reply that had come is not.)', 'dim'),
    );
}

function renderGreeting({ shell, asked, company }: ChatContext): readonly string[] {
  const { width } = shell.printer;
  const who = asked === undefined ? 'No model' : asked.model.id;
  const names = company.companions.flatMap(({ mind }) => mind.voices.companion.map(({ name }) => name));
  const what =
    asked === undefined
      ? 'is configured: each message is kept, and you see what comes to mind. /wake shows all that a companion with a model would be given.'
      : `speaks for ${names.join(', ')}.`;
  return [
    ...wrapText(`${paint(who, 'bold')} ${what}`, { width }),
    paint('/help lists the commands; Ctrl-C stops a reply, /quit ends the talk.', 'dim'),
  ];
}

function renderFirstWords({ shell }: ChatContext, words: string | undefined): readonly string[] {
  const { width } = shell.printer;
  return words === undefined ? [] : ['', ...words.split('\n').flatMap((line) => wrapText(line, { width }))];
}
