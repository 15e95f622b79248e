// Reads one of our own exports: its events are imported word for word, and everything derived from them is made again.
import { UsageError } from '@terrarium/kernel/errors';
import { readLines } from '@terrarium/kernel/read-lines';
import { z } from 'zod';
import { displayTags, workingTags } from '../../tags/tag.ts';
import {
  buildLeftOut,
  type ChatFile,
  type ContentKeys,
  createContentKeys,
  type Incoming,
  ownOrigin,
} from '../incoming-message.ts';
import { type Fields, parseLine } from '../json-fields.ts';

/** The kind by which the first line identifies the file. */
export const exportKind = 'terrarium-memory';
export const exportFormat = 1;

/**
 * The kind by which the first line of a whole memory identifies it. Such a file is not a talk, and is imported
 * in another way.
 */
export const wholeKind = 'terrarium-whole-memory';

const headerSchema = z.object({ kind: z.literal(exportKind), format: z.number() });

const eventSchema = z.object({
  side: z.enum(['user', 'companion']),
  voice: z.string().min(1).max(200),
  text: z.string(),
  at: z.iso.datetime(),
  story_at: z.iso.datetime().optional(),
  is_parroted: z.boolean().optional(),
  origin: z.string().min(1).optional(),
  origin_key: z.string().min(1).optional(),
  image_path: z.string().optional(),
  spans: z.array(
    z.object({ tag: z.enum([...displayTags, ...workingTags]), content: z.string(), start: z.int().min(0) }),
  ),
});

/** What the lines other than events contain, in words that can follow a number. */
const madeAnew: Readonly<Record<string, string>> = {
  item: 'items of working memory (items that come from tags in messages are made again)',
  change: 'changes of items (made again with the items)',
  fragment: 'fragments (a maintenance run makes them again)',
  edge: 'edges between fragments (a maintenance run makes them again)',
  run: 'maintenance runs (they belong to the exported memory)',
};

export function* readOwnLines({ path }: ChatFile): Generator<Incoming> {
  const buildKey = createContentKeys();
  for (const { number, text } of readLines(path)) {
    const line = parseLine(text);
    if (line === undefined) throw refuseLine(path, number);
    if (number === 1) refuseNewer(path, line);
    else if (line['kind'] === 'event') yield* readEvent(line, { path, number, buildKey });
    else yield buildLeftOut(madeAnew[String(line['kind'])] ?? 'lines of an unknown kind', `line ${number}`);
  }
}

interface LineSetting {
  readonly path: string;
  readonly number: number;
  readonly buildKey: ContentKeys;
}

function* readEvent(line: Fields, { path, number, buildKey }: LineSetting): Generator<Incoming> {
  const parsed = eventSchema.safeParse(line);
  if (!parsed.success) throw refuseLine(path, number, parsed.error);
  const event = parsed.data;
  const isAmiss = event.spans.some(({ start, content }) => !event.text.startsWith(content, start));
  if (isAmiss) throw refuseLine(path, number);
  if (event.image_path !== undefined)
    yield buildLeftOut('pictures (their files are not in an export)', `line ${number}`);
  yield {
    kind: 'message',
    origin: event.origin ?? ownOrigin,
    originKey: event.origin_key ?? buildKey(event.at, event.side, event.voice, event.text),
    thread: 0,
    speaker: event.voice,
    side: event.side,
    text: event.text,
    spans: event.spans,
    atMs: Date.parse(event.at),
    storyAtMs: event.story_at === undefined ? undefined : Date.parse(event.story_at),
    isParroted: event.is_parroted ?? false,
  };
}

function refuseNewer(path: string, line: unknown): void {
  const header = headerSchema.safeParse(line);
  if (header.success && header.data.format <= exportFormat) return;
  throw new UsageError({
    code: 'exchange.newer-export',
    happened: `${path} was exported by a newer Terrarium than this one.`,
    todo: 'Update Terrarium. Nothing was imported.',
  });
}

function refuseLine(path: string, number: number, cause?: unknown): UsageError {
  return new UsageError({
    code: 'exchange.damaged-export',
    happened: `Line ${number} of ${path} does not have the form of an exported memory.`,
    todo: 'Export it again. Nothing was imported.',
    cause,
  });
}
