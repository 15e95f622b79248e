// Second-reading file: what a second reading proposes, kept beside the world until a person takes it over or drops it.

import { join } from 'node:path';
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

const fileSchema = z.object({
  model: z.string(),
  scenes: z.array(z.number()),
  /** The newest step, conversation, entry and revision of the world when the copy was made. */
  base: z.object({ step: z.number(), conversation: z.number(), entry: z.number(), revision: z.number() }),
  /** Whether the replies are being taken over into the world. */
  isApplied: z.boolean(),
  /** By scene and number of the request. */
  replies: z.record(z.string(), recorded),
  /** Tokens that the server counted, by the digest of the text. */
  counts: z.record(z.string(), z.number()),
});

export type SecondReadingRecord = z.infer<typeof fileSchema>;

/** A reply of some kilobytes for each request, of which there are a few for each scene. */
const largestBytes = 256 * 1024 * 1024;

type Place = Pick<World, 'dir'>;

/** The database in which the scenes are read. */
export function buildSecondReadingPath({ dir }: Place): string {
  return join(dir, 'second-reading', 'annotator.db');
}

/** Undefined where there is none, or none that can be read: then it is begun anew. */
export function readSecondReading(world: Place): SecondReadingRecord | undefined {
  const text = openWorldFolder(world.dir).readText(buildFilePath(world), { largestBytes });
  if (text === undefined) return undefined;
  const parsed = fileSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

export function writeSecondReading(world: Place, record: SecondReadingRecord): void {
  openWorldFolder(world.dir).write(buildFilePath(world), [JSON.stringify(record)]);
}

/** Removes what was proposed, with the copy. */
export function removeSecondReading(world: Place): void {
  const folder = openWorldFolder(world.dir);
  // The record goes first: without it the copy means nothing.
  folder.remove(buildFilePath(world));
  for (const ending of ['', '-wal', '-shm']) folder.remove(`${buildSecondReadingPath(world)}${ending}`);
  if (folder.list('second-reading').length === 0) folder.removeEmptyFolder('second-reading');
}

function buildFilePath({ dir }: Place): string {
  return join(dir, 'second-reading', 'replies.json');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
