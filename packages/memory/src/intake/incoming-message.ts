// An incoming message: what a chat file of any format says, before it becomes an event.

import { createHash } from 'node:crypto';
import type { Span } from '../tags/tag.ts';
import type { Side } from '../tags/voices.ts';

export interface IncomingMessage {
  readonly kind: 'message';
  /** Which program or file it is from; with its key it is the same message whenever it is read. */
  readonly origin: string;
  readonly originKey: string;
  /** Messages of one talk, in the file's order; a time that is missing is filled from its neighbours there. */
  readonly thread: number;
  /** As the file calls them. */
  readonly speaker: string;
  /** Undefined where the file names the speaker and no side. */
  readonly side: Side | undefined;
  readonly text: string;
  readonly atMs: number | undefined;
  readonly storyAtMs?: number | undefined;
  /** The text tells what happens rather than what somebody says. */
  readonly isNarrated?: boolean;
  /** An export of ours says which parts of the text were taken as what. */
  readonly spans?: readonly Span[] | undefined;
  /** An export of ours says that it repeats what it was woken with. */
  readonly isParroted?: boolean;
}

/** Of what an export of ours brings that was lived there. */
export const ownOrigin = 'terrarium';

/** Something of a file that becomes no event, and why. */
export interface LeftOut {
  readonly kind: 'left-out';
  /** In words that follow a number: "hidden messages". */
  readonly what: string;
  /** Where the first of them stands, such as `line 3`. */
  readonly place: string;
  readonly count: number;
}

/** The speaker of what is narrated. */
export const nobody = '';

export type Incoming = IncomingMessage | LeftOut;

export interface ChatFile {
  readonly path: string;
  /** IANA name; for times that say no zone. */
  readonly timeZone: string;
}

/** Reads a file of one format in its own order, holding no more of it than a conversation. Throws `UsageError`. */
export type ChatReader = (file: ChatFile) => Generator<Incoming>;

export function buildLeftOut(what: string, place: string, count = 1): LeftOut {
  return { kind: 'left-out', what, place, count };
}

/** Characters; a longer text is a file that was pasted, not a message. */
const longestMessage = 4_000_000;

/** The message, or that it says nothing or is no message any more. */
export function validateMessage(message: IncomingMessage, place: string): Incoming {
  if (message.text.trim() === '') return buildLeftOut('empty messages', place);
  if (message.text.length > longestMessage) return buildLeftOut('texts longer than a message can be', place);
  return message;
}

/** A key from the parts; the second message of the same parts in a file gets another one than the first. */
export type ContentKeys = (...parts: readonly (string | number | undefined)[]) => string;

const keyCharacters = 32;

/** What a message is known by again where its file gives it no id. */
export function createContentKeys(): ContentKeys {
  const seen = new Map<string, number>();
  return (...parts) => {
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, keyCharacters);
    const before = seen.get(hash) ?? 0;
    seen.set(hash, before + 1);
    return before === 0 ? hash : `${hash}-${before + 1}`;
  };
}
