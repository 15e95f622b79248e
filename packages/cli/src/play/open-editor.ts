// Opens a text in the editor of the person at the terminal, as git does, and returns the text as they left it.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageError, UsageError } from '@terrarium/kernel/errors';
import { stripEscapes } from '@terrarium/kernel/foreign-text';
import { chooseEditor, ownPlatform } from '@terrarium/kernel/platform';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import type { Input } from '../screen/printer.ts';

export interface TextToEdit {
  readonly text: string;
  /** Notes shown below the text; these lines are ignored. */
  readonly notes: readonly string[];
  /** How the person can do the same without an editor. */
  readonly otherwise: string;
}

/** Lines to be ignored begin with one of these marks: the first mark with which no line of the text begins. */
const marks = ['#', ';;', '%%', '#####', ';;;;;', '%%%%%'];
const longestFile = 2_000_000;

/**
 * Undefined if the person changed nothing or deleted everything. Throws `UsageError` if there is no editor, if it
 * fails, or if the text is too long, and `StorageError` if no file can be made.
 */
export function openEditor(input: Input, { text, notes, otherwise }: TextToEdit): string | undefined {
  const { VISUAL, EDITOR } = readProcessEnvironment();
  const editor = [VISUAL, EDITOR].map((name) => name?.trim() ?? '').find((name) => name !== '');
  if (editor === undefined) throw refuseEditor('Neither VISUAL nor EDITOR names an editor.', otherwise);
  const plain = normaliseText(text);
  const mark = marks.find((one) => !plain.split('\n').some((line) => line.startsWith(one))) ?? '######';
  const written = `${plain}\n\n${notes.map((note) => `${mark} ${note}`).join('\n')}\n`;
  const folder = createFolder();
  try {
    const path = join(folder, 'telling.md');
    writeFileSync(path, written, { mode: 0o600, flag: 'wx' });
    runEditor(input, { editor, path, otherwise });
    const edited = normaliseText(readEdited(path), mark);
    return edited === '' || edited === plain ? undefined : edited;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Nobody else can read the folder: one made in this way has mode 0700. */
function createFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'terrarium-edit-'));
  } catch (error) {
    throw new StorageError({
      code: 'play.no-room-to-edit',
      happened: `No file could be made in ${tmpdir()}, where the text would be edited.`,
      todo: 'Make room there, or name another folder with TMPDIR.',
      cause: error,
    });
  }
}

interface Running {
  readonly editor: string;
  readonly path: string;
  readonly otherwise: string;
}

function runEditor(input: Input, { editor, path, otherwise }: Running): void {
  const { command, argv, isShellLine } = chooseEditor(ownPlatform, editor, path);
  const restore = stopRawMode(input);
  const ended = spawnSync(command, argv, { stdio: 'inherit', shell: isShellLine });
  restore();
  if (ended.status === 0) return;
  const how = ended.status === null ? 'was stopped' : `ended with the exit code ${ended.status}`;
  throw refuseEditor(`The editor (${editor}) ${how}; nothing was changed.`, otherwise);
}

/** Our line reader puts the terminal into raw mode, but an editor expects the mode in which a shell leaves it. */
function stopRawMode(input: Input): () => void {
  if (!('isRaw' in input) || input.isRaw !== true || !('setRawMode' in input)) return () => undefined;
  const { setRawMode } = input;
  if (typeof setRawMode !== 'function') return () => undefined;
  setRawMode.call(input, false);
  return () => void setRawMode.call(input, true);
}

function readEdited(path: string): string {
  const bytes = readFileSync(path);
  if (bytes.length <= longestFile) return bytes.toString('utf8');
  throw new UsageError({
    code: 'play.edited-too-long',
    happened: `The edited text has ${bytes.length} bytes; at most ${longestFile} are read.`,
    todo: 'Write less.',
  });
}

/**
 * Removes escape sequences, the lines to be ignored, and white space at the ends of lines; makes Windows line breaks
 * plain ones.
 */
function normaliseText(text: string, mark?: string): string {
  return stripEscapes(text.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n'))
    .toWellFormed()
    .split('\n')
    .filter((line) => mark === undefined || !line.startsWith(mark))
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

export function refuseEditor(happened: string, otherwise: string): UsageError {
  return new UsageError({ code: 'play.no-editor', happened, todo: `Without an editor: ${otherwise}` });
}
