// Reads a talk from a terminal or a pipe, line by line; each line is answered before the next is read.

import { createInterface, type Interface } from 'node:readline';
import { exitCodes, type Shell } from '../shell/shell.ts';
import type { Stop } from './open-stop.ts';

export interface Talk {
  readonly shell: Shell;
  readonly stop: Stop;
  /** Shown once, at a terminal only. */
  readonly greeting: readonly string[];
  /** Renders the prompt, which is shown at a terminal only. */
  renderPrompt(): string;
  /** Whether each turn prints values for a program; if so, no prompt is shown. */
  readonly isJson: boolean;
  readonly endsAtEmpty?: boolean;
  /** Handles one line that is not empty; returns whether the talk goes on. */
  handleLine(line: string, signal: AbortSignal): Promise<boolean>;
  /** Reports a failure if the talk can go on; throws it if the talk must end. */
  onFailure(error: unknown, signal: AbortSignal): void;
  /** Called after each line was handled. */
  onTurn?(): void;
}

/** Reads lines until one of them ends the talk, the input ends, or Ctrl-C is pressed at an empty prompt. */
export async function readTalk(talk: Talk): Promise<void> {
  const { shell, stop, isJson } = talk;
  const isTerminal = shell.printer.isTerminal && shell.input.isTTY === true && !isJson;
  const output = isTerminal ? { output: shell.output } : {};
  const lines = createInterface({ input: shell.input, terminal: isTerminal, ...output });
  stop.onIdle = () => {
    if (isTerminal && lines.line !== '') return clearLine(lines);
    shell.exitCode = exitCodes.interrupted;
    lines.close();
  };
  lines.on('SIGINT', stop.interrupt);
  if (isTerminal) shell.printer.writeLines(...talk.greeting);
  try {
    await readLines(talk, lines, isTerminal);
  } finally {
    lines.close();
  }
}

interface Input {
  /** The next line; undefined when the input has ended. */
  readNext(): Promise<string | undefined>;
  isOver(): boolean;
  /** Drops lines that were typed ahead while something else was going on. */
  clearAhead(): void;
}

function openInput(lines: Interface): Input {
  const ahead: string[] = [];
  const state = { isOver: false, wake: (): void => undefined };
  lines.on('line', (line) => {
    ahead.push(line);
    state.wake();
  });
  lines.once('close', () => {
    state.isOver = true;
    state.wake();
  });
  return {
    async readNext() {
      while (ahead.length === 0 && !state.isOver) {
        await new Promise<void>((resolve) => {
          state.wake = resolve;
        });
      }
      return ahead.shift();
    },
    isOver: () => state.isOver,
    clearAhead: () => {
      ahead.length = 0;
    },
  };
}

/** Drops a half-typed line and goes on with the talk, as a command shell does. */
function clearLine(lines: Interface): void {
  lines.write(null, { ctrl: true, name: 'e' });
  lines.write(null, { ctrl: true, name: 'u' });
}

async function readLines(talk: Talk, lines: Interface, isTerminal: boolean): Promise<void> {
  const input = openInput(lines);
  lines.on('SIGINT', input.clearAhead);
  for (;;) {
    // If the input ended while the last line was answered, no further prompt is shown.
    if (isTerminal && !input.isOver()) ask(talk, lines);
    const typed = await input.readNext();
    if (typed === undefined) return;
    const line = typed.trim();
    if (line === '' && talk.endsAtEmpty === true) return;
    if (line !== '' && !(await handleLine(talk, line))) return;
  }
}

/** If the prompt has several lines, the line editor gets only the last; the others are printed above it. */
function ask(talk: Talk, lines: Interface): void {
  const prompt = talk.renderPrompt();
  const end = prompt.lastIndexOf('\n') + 1;
  talk.shell.printer.writeLines(...prompt.slice(0, Math.max(0, end - 1)).split('\n'));
  lines.setPrompt(prompt.slice(end));
  lines.prompt();
}

async function handleLine(talk: Talk, line: string): Promise<boolean> {
  const signal = talk.stop.start();
  try {
    return await talk.handleLine(line, signal);
  } catch (error) {
    talk.onFailure(error, signal);
    return true;
  } finally {
    talk.stop.finish();
    talk.onTurn?.();
  }
}
