// Reads plain JSON: messages with a speaker and a text, one on each line or in lists.
import { basename } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { readLines } from '@terrarium/kernel/read-lines';
import type { Side } from '../../tags/voices.ts';
import {
  buildLeftOut,
  type ChatFile,
  type ContentKeys,
  createContentKeys,
  type Incoming,
  type IncomingMessage,
  plainOrigin,
  validateMessage,
} from '../incoming-message.ts';
import { type Fields, parseLine, readFields, readList, readText } from '../json-fields.ts';
import { parseChatTime } from '../parse-chat-time.ts';
import { readJsonElements } from '../read-json-elements.ts';

/** The side for each `role`; any other role is taken as the name of a speaker. */
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

/** Roles of lines that a program adds to a talk when it asks a model. */
const programRoles: ReadonlyMap<string, string> = new Map([
  ['system', 'system messages'],
  ['developer', 'system messages'],
  ['tool', 'tool results'],
  ['function', 'tool results'],
]);

interface Setting {
  readonly path: string;
  readonly timeZone: string;
  readonly buildKey: ContentKeys;
}

/**
 * The whole file is refused if anything in it is not a message. The origin of the messages is the name of the
 * file.
 */
export function* readPlainLines({ path, timeZone }: ChatFile): Generator<Incoming> {
  const setting = { path, timeZone, buildKey: createContentKeys() };
  for (const entry of readPlainEntries(path)) yield* readEntry(entry, setting);
}

function* readEntry(entry: PlainEntry, setting: Setting): Generator<Incoming> {
  const { fields, place } = entry;
  const kept = findReason(fields);
  if (kept !== undefined) {
    yield buildLeftOut(kept, place);
    return;
  }
  const said = readSaid(fields['text'] ?? fields['content']);
  if (said === undefined) throw refuseEntry(setting.path, place, 'has no "text"');
  if (said.others > 0) yield buildLeftOut('pictures, sounds and files', place, said.others);
  // If the message was only a picture, it has already been reported as left out.
  if (said.text.trim() === '' && said.others > 0) return;
  yield validateMessage(readMessage(entry, said.text, setting), place);
}

function readMessage(entry: PlainEntry, text: string, setting: Setting): IncomingMessage {
  const { fields, place, thread } = entry;
  const role = readText(fields['role']);
  const speaker = readText(fields['speaker']) ?? role;
  if (speaker === undefined) throw refuseEntry(setting.path, place, 'has neither "speaker" nor "role"');
  const atMs = readTime(entry, setting);
  return {
    kind: 'message',
    origin: `${plainOrigin}${basename(setting.path)}`,
    originKey: readId(fields) ?? setting.buildKey(atMs, speaker, text),
    thread,
    speaker,
    side: roles.get((role ?? speaker).toLowerCase()),
    text,
    atMs,
  };
}

/**
 * Why a line does not belong to the talk. A line with a `speaker` always belongs to it, even if the speaker's
 * name is a role of programs.
 */
function findReason(line: Fields): string | undefined {
  if (line['speaker'] !== undefined) return undefined;
  const isEmpty = (readSaid(line['text'] ?? line['content'])?.text ?? '') === '';
  if (Array.isArray(line['tool_calls']) && isEmpty) return 'tool calls';
  return programRoles.get(readText(line['role'])?.toLowerCase() ?? '');
}

/** Reads a text, or a list of parts in the form that model servers accept; only texts in the list count as said. */
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

/** Names that other programs give the time of a message. */
const otherTimes = ['timestamp', 'date', 'created_at', 'createdAt'] as const;

function readTime({ fields, place }: PlainEntry, { path, timeZone }: Setting): number | undefined {
  const said = fields['at'] ?? fields['time'];
  if (said === undefined || said === null)
    return otherTimes.flatMap((name) => parseChatTime(fields[name], timeZone)?.ms ?? []).at(0);
  const time = parseChatTime(said, timeZone);
  if (time === undefined)
    throw refuseEntry(path, place, 'has an "at" that is not a time (ISO 8601 or Unix time)');
  return time.ms;
}

interface PlainEntry {
  readonly fields: Fields;
  /** The place of the message in the file, such as `line 3` or `message 2 of line 3`. */
  readonly place: string;
  /** Equal for all messages of one talk. */
  readonly thread: number;
}

/** Whether an object has the form of a message in plain JSON. */
export function isPlainMessage(fields: Fields): boolean {
  return ('text' in fields || 'content' in fields) && ('speaker' in fields || 'role' in fields);
}

/** Whether an object is a talk of such messages, in the form used to ask and train models. */
export function isPlainTalk({ messages }: Fields): boolean {
  return Array.isArray(messages) && isPlainMessage(readFields(messages[0]));
}

/** The entries in the order of the file. Throws `UsageError` if an entry is not a JSON object. */
function* readPlainEntries(path: string): Generator<PlainEntry> {
  for (const { value, number, place } of isLaidOut(path) ? readElements(path) : readObjects(path)) {
    const fields = readFields(value);
    const { messages } = fields;
    if (!Array.isArray(messages)) yield { fields, place, thread: 0 };
    else {
      for (const [at, message] of messages.entries()) {
        yield { fields: readFields(message), place: `message ${at + 1} of ${place}`, thread: number };
      }
    }
  }
}

interface NumberedValue {
  readonly value: unknown;
  readonly number: number;
  readonly place: string;
}

/** Whether the file is a list or one object over many lines, and not one object per line. */
function isLaidOut(path: string): boolean {
  for (const { text } of readLines(path)) {
    const line = text.trim();
    if (line !== '') return line.startsWith('[') || (line.startsWith('{') && !line.endsWith('}'));
  }
  return false;
}

function* readElements(path: string): Generator<NumberedValue> {
  for (const { number, value } of readJsonElements(path)) yield { value, number, place: `element ${number}` };
}

function* readObjects(path: string): Generator<NumberedValue> {
  for (const { number, text } of readLines(path)) {
    if (text.trim() === '') continue;
    const value = parseLine(text);
    if (value === undefined) throw refuseEntry(path, `line ${number}`, 'is not a JSON object');
    yield { value, number, place: `line ${number}` };
  }
}

function refuseEntry(path: string, place: string, what: string): UsageError {
  return new UsageError({
    code: 'exchange.bad-line',
    happened: `${place.charAt(0).toUpperCase()}${place.slice(1)} of ${path} ${what}.`,
    todo: 'A message is { "at": …, "speaker": …, "text": … }; "at" and "id" may be missing, "role" may stand for "speaker" and "content" for "text". Nothing was imported.',
  });
}
