// Incoming message: a message of a chat file of any format, before it becomes an event.

import { createHash } from 'node:crypto';
import type { Span } from '../tags/tag.ts';
import type { Side } from '../tags/voices.ts';

export interface IncomingMessage {
  readonly kind: 'message';
  /**
   * The program or file that the message comes from. Together with `originKey` it identifies the message
   * whenever the file is read.
   */
  readonly origin: string;
  readonly originKey: string;
  /**
   * Number of the talk. Its messages are in the file's order, and a missing time is filled in from its
   * neighbours in the talk.
   */
  readonly thread: number;
  readonly speaker: string;
  /** The person's side or the companion's; undefined if the file does not say which. */
  readonly side: Side | undefined;
  readonly text: string;
  readonly atMs: number | undefined;
  readonly storyAtMs?: number | undefined;
  /** Whether the text narrates what happens, and is not said by anybody. */
  readonly isNarrated?: boolean;
  /** The tagged parts of the text; only in one of our own exports. */
  readonly spans?: readonly Span[] | undefined;
  /** Whether the message was parroted; only in one of our own exports. */
  readonly isParroted?: boolean;
}

/** The origin of events that were said in the exported memory itself. */
export const ownOrigin = 'terrarium';

/** Prefix of the origin of messages from plain JSON; the name of the file follows. */
export const plainOrigin = 'jsonl:';

/** A part of a file that does not become an event, and the reason. */
export interface LeftOut {
  readonly kind: 'left-out';
  /** What is left out, in words that can follow a number: "hidden messages". */
  readonly what: string;
  /** The place of the first such part, such as `line 3`. */
  readonly place: string;
  readonly count: number;
}

/** The speaker's name for narrated text. */
export const nobody = '';

export type Incoming = IncomingMessage | LeftOut;

export interface ChatFile {
  readonly path: string;
  /** The IANA zone for times without a zone. */
  readonly timeZone: string;
}

/**
 * Reads a file of one format in the file's order, and keeps at most one conversation of it in memory. Throws
 * `UsageError` if this fails.
 */
export type ChatReader = (file: ChatFile) => Generator<Incoming>;

export function buildLeftOut(what: string, place: string, count = 1): LeftOut {
  return { kind: 'left-out', what, place, count };
}

/** The maximum number of characters; a longer text is a whole pasted file and not a message. */
const longestMessage = 4_000_000;

/** Returns the message, or why it is left out: it is empty, or too long for a message. */
export function validateMessage(message: IncomingMessage, place: string): Incoming {
  if (message.text.trim() === '') return buildLeftOut('empty messages', place);
  if (message.text.length > longestMessage) return buildLeftOut('texts longer than a message can be', place);
  return message;
}

/** Makes a key from the parts. If the same parts occur again in a file, the second message gets another key. */
export type ContentKeys = (...parts: readonly (string | number | undefined)[]) => string;

const keyCharacters = 32;

/** Creates the keys by which messages are recognised later, for a file without message ids. */
export function createContentKeys(): ContentKeys {
  const seen = new Map<string, number>();
  return (...parts) => {
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, keyCharacters);
    const before = seen.get(hash) ?? 0;
    seen.set(hash, before + 1);
    return before === 0 ? hash : `${hash}-${before + 1}`;
  };
}
