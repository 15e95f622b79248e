// Reads plain JSON lines: a message a line, with who says it and what.

import { basename } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { readLines } from '@terrarium/kernel/read-lines';
import type { Side } from '../../voices/voices.ts';
import { type ContentKeys, createContentKeys } from '../content-keys.ts';
import { type ChatFile, type Incoming, settleMessage } from '../incoming-message.ts';
import { type Fields, parseLine, readText } from '../json-fields.ts';
import { parseChatTime } from '../parse-chat-time.ts';

/** By what a `role` may say; a role that is none of these is a speaker's name. */
const roles: ReadonlyMap<string, Side> = new Map<string, Side>([
  ['user', 'user'],
  ['human', 'user'],
  ['person', 'user'],
  ['companion', 'companion'],
  ['assistant', 'companion'],
  ['model', 'companion'],
  ['bot', 'companion'],
  ['ai', 'companion'],
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
    if (text.trim() !== '') yield readLine(text, { path, number, timeZone, buildKey });
  }
}

function readLine(text: string, setting: LineSetting): Incoming {
  const line = parseLine(text);
  if (line === undefined) throw refuseLine(setting, 'is no JSON object');
  const said = line['text'] ?? line['content'];
  if (typeof said !== 'string') throw refuseLine(setting, 'has no "text"');
  const role = readText(line['role']);
  const speaker = readText(line['speaker']) ?? role;
  if (speaker === undefined) throw refuseLine(setting, 'says neither "speaker" nor "role"');
  const atMs = readTime(line, setting);
  return settleMessage(
    {
      kind: 'message',
      origin: `jsonl:${basename(setting.path)}`,
      originKey: readId(line) ?? setting.buildKey(atMs, speaker, said),
      thread: 0,
      speaker,
      side: roles.get((role ?? speaker).toLowerCase()),
      text: said,
      atMs,
    },
    `line ${setting.number}`,
  );
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
