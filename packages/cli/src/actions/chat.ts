// Chats: a talk with a companion who remembers; without a model, a look at what it would wake to.

import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { openFilling } from '@terrarium/memory/open-filling';
import { findGreeting } from '@terrarium/memory/take-companion';
import type { ChatDesk } from '../chat/chat-desk.ts';
import { pickAskedModel } from '../compose/compose.ts';
import {
  type MemoryWorld,
  makeMemoryWorld,
  withCompanion,
  withMemoryDatabase,
} from '../compose/compose-memory.ts';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { renderFailure } from '../shell/explain-error.ts';
import { buildFlags, type ModelOptions, type WorldOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { openStop, type Stop } from '../talk/open-stop.ts';
import { readTalk } from '../talk/read-talk.ts';

export interface ChatOptions extends WorldOptions, ModelOptions {
  readonly voice?: string;
}

export async function chat(shell: Shell, message: string, options: ChatOptions): Promise<void> {
  const world = await makeMemoryWorld(shell, {
    world: options.world,
    flags: buildFlags(options),
    uses: ['model', 'embedder'],
  });
  refuseVoice(world, options.voice);
  const asked = await pickAskedModel(shell, world.configured);
  const firstWords = await withMemoryDatabase(shell, world, findGreeting);
  await withCompanion(shell, world, async (companion) => {
    const isJson = options.json === true;
    const desk: ChatDesk = {
      shell,
      world,
      companion,
      asked,
      isJson,
      voice: options.voice,
      shownSystem: undefined,
    };
    const stop = openStop();
    const filling = openFilling(companion);
    try {
      filling.start();
      if (message !== '') await sayOnce(desk, message, stop);
      else await talkOn(desk, stop, { firstWords, onTurn: () => filling.start() });
    } finally {
      stop.close();
      await filling.close();
    }
  });
}

function refuseVoice({ settings }: MemoryWorld, voice: string | undefined): void {
  const ids = settings.voices.user.map(({ id }) => id);
  if (voice === undefined || ids.includes(voice)) return;
  throw new UsageError({
    code: 'memory.unknown-voice',
    happened: `None of your voices is "${voice}".`,
    todo: `Take one of ${ids.join(', ')}, or add it to memory.voices.user in the terrarium.yaml of the world.`,
  });
}

async function sayOnce(desk: ChatDesk, message: string, stop: Stop): Promise<void> {
  const { takeTurn } = await import('../chat/take-turn.ts');
  const signal = stop.begin();
  try {
    await takeTurn(desk, { text: message }, signal);
    if (desk.asked === undefined && !desk.isJson) desk.shell.printer.say(...renderUnanswered(desk));
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
    sayStopped(desk);
    desk.shell.exitCode = exitCodes.interrupted;
  }
}

interface TalkWish {
  /** What the companion said before anybody has answered it. */
  readonly firstWords: string | undefined;
  onTurn(): void;
}

async function talkOn(desk: ChatDesk, stop: Stop, { firstWords, onTurn }: TalkWish): Promise<void> {
  await readTalk({
    shell: desk.shell,
    stop,
    isJson: desk.isJson,
    greeting: [...renderGreeting(desk), ...renderFirstWords(desk, firstWords)],
    prompt: () => '\n> ',
    take: (line, signal) => takeLine(desk, line, signal),
    onFailure: (error, signal) => sayFailure(desk, error, signal),
    onTurn,
  });
}

async function takeLine(desk: ChatDesk, line: string, signal: AbortSignal): Promise<boolean> {
  const { parseCommand, runChatCommand } = await import('../chat/run-chat-command.ts');
  const typed = parseCommand(line);
  if (typed !== undefined) return await runChatCommand(desk, typed, signal);
  const { takeTurn } = await import('../chat/take-turn.ts');
  await takeTurn(desk, { text: line.replace(/^\/\//u, '/') }, signal);
  return true;
}

/** A server that fails ends no talk: what was said is kept, and can be answered later. */
function sayFailure(desk: ChatDesk, error: unknown, signal: AbortSignal): void {
  if (signal.aborted && error === signal.reason) {
    sayStopped(desk);
    return;
  }
  if (!(error instanceof TerrariumError) || ![3, 4].includes(error.exitCode)) throw error;
  const { printer } = desk.shell;
  const { code, happened, todo, exitCode } = error;
  desk.shell.exitCode = exitCode;
  if (desk.isJson) printer.sayJson({ kind: 'error', code, happened, todo, exitCode });
  printer.warn(...renderFailure(error), paint('  What you said is kept; /again asks once more.', 'dim'));
}

function renderUnanswered({ shell }: ChatDesk): readonly string[] {
  const said =
    'No model is configured: what you said is kept, and nobody answers. This is what the companion would wake to. Name a model with --model and --base-url; "/again" in a talk then has it answered.';
  return ['', ...wrapText(said, { width: shell.printer.width }).map((line) => paint(line, 'dim'))];
}

function sayStopped({ shell, isJson }: ChatDesk): void {
  const { printer } = shell;
  if (isJson) printer.sayJson({ kind: 'stopped' });
  else
    printer.say(paint('(Stopped. What you said is kept; what had come of the reply is no memory.)', 'dim'));
}

function renderGreeting({ shell, world, asked }: ChatDesk): readonly string[] {
  const { width } = shell.printer;
  const who = asked === undefined ? 'No model' : asked.model.id;
  const what =
    asked === undefined
      ? 'is configured: each message is kept, and you see exactly what the companion would wake to.'
      : `speaks for ${world.settings.voices.companion.map(({ name }) => name).join(', ')}.`;
  return [
    ...wrapText(`${paint(who, 'bold')} ${what}`, { width }),
    paint('/help shows what can be asked; Ctrl-C stops a reply, /quit ends the talk.', 'dim'),
  ];
}

function renderFirstWords({ shell }: ChatDesk, words: string | undefined): readonly string[] {
  const { width } = shell.printer;
  return words === undefined ? [] : ['', ...words.split('\n').flatMap((line) => wrapText(line, { width }))];
}
