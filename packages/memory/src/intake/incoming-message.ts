// Incoming message: a message of a chat file of any format, before it becomes an event.

import { createHash } from 'node:crypto';
import type { Span } from '../tags/tag.ts';
import type { Side } from '../tags/voices.ts';

export interface IncomingMessage {
  readonly kind: 'message';
  /**
   * The program or file that it is from; together with its key this identifies the message whenever the file is read.
   */
  readonly origin: string;
  readonly originKey: string;
  /**
   * Number of the talk, whose messages come in the file's order; a missing time is filled in from its neighbours there.
   */
  readonly thread: number;
  /** The speaker's name in the file. */
  readonly speaker: string;
  /** The person's side or the companion's; undefined if the file does not say which. */
  readonly side: Side | undefined;
  readonly text: string;
  readonly atMs: number | undefined;
  readonly storyAtMs?: number | undefined;
  /** Whether the text tells what happens and not what somebody says. */
  readonly isNarrated?: boolean;
  /** Given in an export of ours: which parts of the text were taken as what. */
  readonly spans?: readonly Span[] | undefined;
  /** Given in an export of ours: whether the message was parroted. */
  readonly isParroted?: boolean;
}

/** The origin of events that were said in the memory that was exported. */
export const ownOrigin = 'terrarium';

/** Something of a file that does not become an event, and why. */
export interface LeftOut {
  readonly kind: 'left-out';
  /** What it is, in words to follow a number: "hidden messages". */
  readonly what: string;
  /** Where the first of them stands, such as `line 3`. */
  readonly place: string;
  readonly count: number;
}

/** The name of the speaker for what is narrated. */
export const nobody = '';

export type Incoming = IncomingMessage | LeftOut;

export interface ChatFile {
  readonly path: string;
  /** IANA name of the zone for times that give none. */
  readonly timeZone: string;
}

/**
 * Reads a file of one format in the file's order, without holding more of it than one conversation. Throws `UsageError`
 * if it cannot.
 */
export type ChatReader = (file: ChatFile) => Generator<Incoming>;

export function buildLeftOut(what: string, place: string, count = 1): LeftOut {
  return { kind: 'left-out', what, place, count };
}

/** In characters; a longer text is a whole file that was pasted and no message. */
const longestMessage = 4_000_000;

/** The message, or why it is left out: it is empty, or too long to be one. */
export function validateMessage(message: IncomingMessage, place: string): Incoming {
  if (message.text.trim() === '') return buildLeftOut('empty messages', place);
  if (message.text.length > longestMessage) return buildLeftOut('texts longer than a message can be', place);
  return message;
}

/** Makes a key from the parts; if the same parts come again in a file, the second message gets another key. */
export type ContentKeys = (...parts: readonly (string | number | undefined)[]) => string;

const keyCharacters = 32;

/** Keys by which messages are recognised later, for a file that gives them no ids. */
export function createContentKeys(): ContentKeys {
  const seen = new Map<string, number>();
  return (...parts) => {
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, keyCharacters);
    const before = seen.get(hash) ?? 0;
    seen.set(hash, before + 1);
    return before === 0 ? hash : `${hash}-${before + 1}`;
  };
}
