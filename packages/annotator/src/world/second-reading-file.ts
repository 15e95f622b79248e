// Stores the replies of a second reading in a file, until a person accepts or discards them.

import { join } from 'node:path';
import type { RecordedReply } from '@terrarium/kernel/with-recorded-replies';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { z } from 'zod';
import type { World } from './world.ts';

const usage = z.union([z.number(), z.literal('unknown')]);
const recorded = z.union([
  z.object({
    reply: z.object({
      text: z.string(),
      reasoning: z.string(),
      calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })).readonly(),
      finish: z.enum(['stop', 'length', 'tool-calls', 'content-filter', 'other']),
      usage: z.object({ promptTokens: usage, cachedTokens: usage, outputTokens: usage }),
    }),
  }),
  z.object({ refused: z.object({ code: z.string(), happened: z.string(), todo: z.string() }) }),
]);

const headSchema = z.object({
  model: z.string(),
  scenes: z.array(z.number()),
  /** The newest step, conversation, entry and revision of the world when the copy was made. */
  base: z.object({ step: z.number(), conversation: z.number(), entry: z.number(), revision: z.number() }),
  /** Whether applying the replies to the world has begun. */
  isApplied: z.boolean(),
});

/**
 * Any line after the first: a reply with its scene and the number of its request, or the digest of a text with its
 * number of tokens.
 */
const lineSchema = z.union([
  z.object({ key: z.string(), recorded }),
  z.object({ digest: z.string(), tokens: z.number() }),
]);

/** The format of the first version: one document, which was written again for each reply. */
const documentSchema = headSchema.extend({
  replies: z.record(z.string(), recorded),
  counts: z.record(z.string(), z.number()),
});

export interface SecondReadingRecord extends z.infer<typeof headSchema> {
  /** Replies by scene and the number of the request. */
  readonly replies: ReadonlyMap<string, RecordedReply>;
  /** How many tokens the server counted, by the digest of the text. */
  readonly counts: ReadonlyMap<string, number>;
}

type Line = z.infer<typeof lineSchema>;

/** Room for replies of some kilobytes to a few requests for each scene. */
const largestBytes = 256 * 1024 * 1024;

type Place = Pick<World, 'dir'>;

/** The database in which the scenes are read. */
export function buildSecondReadingPath({ dir }: Place): string {
  return join(dir, 'second-reading', 'annotator.db');
}

/** Undefined if there is no record or it is garbled: a new one is then begun. */
export function readSecondReading(world: Place): SecondReadingRecord | undefined {
  const folder = openWorldFolder(world.dir);
  const text = folder.readText(buildLinesPath(world), { largestBytes });
  if (text !== undefined) return parseLines(text);
  const document = folder.readText(buildDocumentPath(world), { largestBytes });
  return document === undefined ? undefined : parseDocument(document);
}

/** Writes the whole record in place of the stored one. */
function writeSecondReading(world: Place, record: SecondReadingRecord): void {
  const folder = openWorldFolder(world.dir);
  const { replies, counts, ...head } = record;
  const lines: (z.infer<typeof headSchema> | Line)[] = [
    head,
    ...[...replies].map(([key, one]) => ({ key, recorded: one })),
    ...[...counts].map(([digest, tokens]) => ({ digest, tokens })),
  ];
  folder.write(buildLinesPath(world), lines.map(renderLine));
  folder.remove(buildDocumentPath(world));
}

/** A record that grows: each addition is a line that is on the disk when the call returns. */
export interface GrowingRecord extends Pick<SecondReadingRecord, 'replies' | 'counts'> {
  addReply(key: string, reply: RecordedReply): void;
  addCount(digest: string, tokens: number): void;
}

/** First writes the whole record again, so that nothing is appended to a line that was cut off. */
export function openToGrow(world: Place, record: SecondReadingRecord): GrowingRecord {
  writeSecondReading(world, record);
  const replies = new Map(record.replies);
  const counts = new Map(record.counts);
  const append = (line: Line): void => {
    openWorldFolder(world.dir).append(buildLinesPath(world), renderLine(line));
  };
  return {
    replies,
    counts,
    addReply(key, reply) {
      append({ key, recorded: reply });
      replies.set(key, reply);
    },
    addCount(digest, tokens) {
      append({ digest, tokens });
      counts.set(digest, tokens);
    },
  };
}

/** Removes the proposals and the copy of the world. */
export function removeSecondReading(world: Place): void {
  const folder = openWorldFolder(world.dir);
  // The record is removed first, because the copy is ignored without it.
  for (const path of [buildDocumentPath(world), buildLinesPath(world)]) folder.remove(path);
  for (const ending of ['', '-wal', '-shm']) folder.remove(`${buildSecondReadingPath(world)}${ending}`);
  if (folder.list('second-reading').length === 0) folder.removeEmptyFolder('second-reading');
}

function buildLinesPath({ dir }: Place): string {
  return join(dir, 'second-reading', 'replies.jsonl');
}

function buildDocumentPath({ dir }: Place): string {
  return join(dir, 'second-reading', 'replies.json');
}

function renderLine(line: object): string {
  return `${JSON.stringify(line)}\n`;
}

/** Ignores text after the last line end: it was being written when the program was killed. */
function parseLines(text: string): SecondReadingRecord | undefined {
  const [first, ...others] = text.split('\n').slice(0, -1);
  const head = headSchema.safeParse(parseJson(first ?? ''));
  if (!head.success) return undefined;
  const replies = new Map<string, RecordedReply>();
  const counts = new Map<string, number>();
  for (const other of others) {
    const line = lineSchema.safeParse(parseJson(other));
    if (!line.success) return undefined;
    if ('key' in line.data) replies.set(line.data.key, line.data.recorded);
    else counts.set(line.data.digest, line.data.tokens);
  }
  return { ...head.data, replies, counts };
}

function parseDocument(text: string): SecondReadingRecord | undefined {
  const parsed = documentSchema.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const { replies, counts, ...head } = parsed.data;
  return { ...head, replies: new Map(Object.entries(replies)), counts: new Map(Object.entries(counts)) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
