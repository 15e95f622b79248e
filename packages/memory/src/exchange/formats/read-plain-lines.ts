// Reads plain JSON lines: a message a line, with who says it and what.

import { basename } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { readLines } from '@terrarium/kernel/read-lines';
import type { Side } from '../../voices/voices.ts';
import { type ContentKeys, createContentKeys } from '../content-keys.ts';
import {
  type ChatFile,
  type Incoming,
  type IncomingMessage,
  leaveOut,
  settleMessage,
} from '../incoming-message.ts';
import { type Fields, parseLine, readFields, readList, readText } from '../json-fields.ts';
import { parseChatTime } from '../parse-chat-time.ts';

/** By what a `role` may say; a role that is none of these is a speaker's name. */
const roles: ReadonlyMap<string, Side> = new Map<string, Side>([
  ['user', 'user'],
  ['human', 'user'],
  ['person', 'user'],
  ['you', 'user'],
  ['companion', 'companion'],
  ['assistant', 'companion'],
  ['model', 'companion'],
  ['bot', 'companion'],
  ['ai', 'companion'],
]);

/** Where a program keeps its own lines among those of a talk, as they are asked of a model. */
const programRoles: ReadonlyMap<string, string> = new Map([
  ['system', 'instructions of the program'],
  ['developer', 'instructions of the program'],
  ['tool', 'answers of tools'],
  ['function', 'answers of tools'],
]);

interface LineSetting {
  readonly path: string;
  readonly number: number;
  readonly timeZone: string;
  readonly buildKey: ContentKeys;
}

/** A line that is no message refuses the file. Two files are told apart by their names. */
export function* readPlainLines({ path, timeZone }: ChatFile): Generator<Incoming> {
  const buildKey = createContentKeys();
  for (const { number, text } of readLines(path)) {
    if (text.trim() !== '') yield* readLine(text, { path, number, timeZone, buildKey });
  }
}

function* readLine(text: string, setting: LineSetting): Generator<Incoming> {
  const line = parseLine(text);
  if (line === undefined) throw refuseLine(setting, 'is no JSON object');
  const place = `line ${setting.number}`;
  const kept = findReason(line);
  if (kept !== undefined) {
    yield leaveOut(kept, place);
    return;
  }
  const said = readSaid(line['text'] ?? line['content']);
  if (said === undefined) throw refuseLine(setting, 'has no "text"');
  if (said.others > 0) yield leaveOut('pictures, sounds and files', place, said.others);
  // A message that was only a picture has been said to be left out.
  if (said.text.trim() === '' && said.others > 0) return;
  yield settleMessage(readMessage(line, said.text, setting), place);
}

function readMessage(line: Fields, text: string, setting: LineSetting): IncomingMessage {
  const role = readText(line['role']);
  const speaker = readText(line['speaker']) ?? role;
  if (speaker === undefined) throw refuseLine(setting, 'says neither "speaker" nor "role"');
  const atMs = readTime(line, setting);
  return {
    kind: 'message',
    origin: `jsonl:${basename(setting.path)}`,
    originKey: readId(line) ?? setting.buildKey(atMs, speaker, text),
    thread: 0,
    speaker,
    side: roles.get((role ?? speaker).toLowerCase()),
    text,
    atMs,
  };
}

/** Why a line is none of the talk; a speaker who is only called like a program speaks. */
function findReason(line: Fields): string | undefined {
  if (line['speaker'] !== undefined) return undefined;
  const isEmpty = (readSaid(line['text'] ?? line['content'])?.text ?? '') === '';
  if (Array.isArray(line['tool_calls']) && isEmpty) return 'calls of tools';
  return programRoles.get(readText(line['role'])?.toLowerCase() ?? '');
}

/** A text, or a list of parts as servers of models take it, of which the texts are said. */
function readSaid(value: unknown): { readonly text: string; readonly others: number } | undefined {
  if (typeof value === 'string') return { text: value, others: 0 };
  if (!Array.isArray(value)) return undefined;
  const parts = readList(value);
  const texts = parts.flatMap((part) => readText(readFields(part)['text']) ?? []);
  return { text: texts.join('\n'), others: parts.length - texts.length };
}

function readId(line: Fields): string | undefined {
  const id = line['id'];
  if (typeof id === 'number') return `id ${id}`;
  return readText(id) === undefined ? undefined : `id ${String(id)}`;
}

function readTime(line: Fields, setting: LineSetting): number | undefined {
  const said = line['at'] ?? line['time'];
  if (said === undefined || said === null) return undefined;
  const time = parseChatTime(said, setting.timeZone);
  if (time === undefined) throw refuseLine(setting, 'has an "at" that is no time (ISO 8601, or Unix time)');
  return time.ms;
}

function refuseLine({ path, number }: LineSetting, what: string): UsageError {
  return new UsageError({
    code: 'exchange.bad-line',
    happened: `Line ${number} of ${path} ${what}.`,
    todo: 'A line is { "at": …, "speaker": …, "text": … }; "at" and "id" may be missing, "role" may stand for "speaker". Nothing was imported.',
  });
}
