// Reads the messages of plain JSON one by one: a line each, an element of a list each, or many in the "messages" of one.

import { UsageError } from '@terrarium/kernel/errors';
import { readLines } from '@terrarium/kernel/read-lines';
import { type Fields, parseLine, readFields } from '../json-fields.ts';
import { readJsonElements } from '../read-json-elements.ts';

export interface PlainEntry {
  readonly fields: Fields;
  /** Where it stands, such as `line 3` or `message 2 of line 3`. */
  readonly place: string;
  /** The same for the messages of one talk. */
  readonly thread: number;
}

/** Whether it is a message as plain JSON has them. */
export function isPlainMessage(fields: Fields): boolean {
  return ('text' in fields || 'content' in fields) && ('speaker' in fields || 'role' in fields);
}

/** Whether it is a talk of such messages, as models are asked and trained with them. */
export function isPlainTalk({ messages }: Fields): boolean {
  return Array.isArray(messages) && isPlainMessage(readFields(messages[0]));
}

/** In the order of the file. Throws `UsageError` where something is no JSON object. */
export function* readPlainEntries(path: string): Generator<PlainEntry> {
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

/** Whether it is a list, or one object over many lines, rather than an object a line. */
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
    if (value === undefined) throw refuseEntry(path, `line ${number}`, 'is no JSON object');
    yield { value, number, place: `line ${number}` };
  }
}

export function refuseEntry(path: string, place: string, what: string): UsageError {
  return new UsageError({
    code: 'exchange.bad-line',
    happened: `${place.charAt(0).toUpperCase()}${place.slice(1)} of ${path} ${what}.`,
    todo: 'A message is { "at": …, "speaker": …, "text": … }; "at" and "id" may be missing, "role" may stand for "speaker" and "content" for "text". Nothing was imported.',
  });
}
