// Parses and describes places in the story, and stores how far the reader of a world has read.

import { join } from 'node:path';
import { type Refusal, StorageError, TerrariumError } from '@terrarium/kernel/errors';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { z } from 'zod';
import type { PostId } from '../corpus/corpus.ts';
import type { World } from '../world/world.ts';
import { writeFile } from '../world/write-file.ts';

export const placeFile = 'place.json';
const largestBytes = 65_536;
const pointSchema = z.object({
  corpus: z.string().min(1).max(100),
  postId: z.int().transform((id) => id as PostId),
  offset: z.int().min(0),
});
const mostStories = 200;
const placeSchema = z.object({
  place: z.string().min(1).max(400),
  point: pointSchema.optional(),
  others: z.array(pointSchema).max(mostStories).optional(),
  /** Whether the reader sees the whole story in spite of this place. */
  isLifted: z.boolean().optional(),
});

/**
 * The sentence at which the reader left the reading view; `offset` counts the UTF-16 units of the post's body before
 * it.
 */
export type ReadingPoint = z.output<typeof pointSchema>;

/**
 * Returns the place up to which the reader wants to see the story, in the form that `parsePlace` accepts; undefined if
 * they see the whole story. Throws `StorageError` if the file is unreadable.
 */
export function readReaderPlace(world: World): string | undefined {
  const stored = readStored(world);
  return stored?.isLifted === true ? undefined : stored?.place;
}

/** How far the reader has come, even while they see the whole story; undefined if they never set a place. */
export function readKeptPlace(world: World): string | undefined {
  return readStored(world)?.place;
}

/**
 * The sentence that belongs to the stored place; undefined if a person typed the place. Throws the same errors as
 * `readReaderPlace`.
 */
export function readReadingPoint(world: World): ReadingPoint | undefined {
  return readStored(world)?.point;
}

/**
 * Returns the point at which each story was left in the reading view; the point of the stored place comes first.
 * Throws the same errors as `readReaderPlace`.
 */
export function readStoryPoints(world: World): readonly ReadingPoint[] {
  const { point, others = [] } = readStored(world) ?? {};
  return point === undefined ? others : [point, ...others];
}

function readStored(world: World): z.output<typeof placeSchema> | undefined {
  const path = buildPath(world);
  try {
    const text = openWorldFolder(world.dir).readText(path, { largestBytes });
    return text === undefined ? undefined : placeSchema.parse(JSON.parse(text));
  } catch (cause) {
    if (cause instanceof TerrariumError) throw cause;
    throw new StorageError({
      code: 'world.garbled-place',
      happened: `${path} does not contain a place in the story.`,
      todo: 'Set your place again with "terrarium place PLACE" or "terrarium place end".',
      cause,
    });
  }
}

export function writeReaderPlace(world: World, place: string): void {
  writeStored(world, { place });
}

/** Stores a place together with its sentence. Keeps the sentences at which the reader left other stories. */
export function writeReadingPoint(world: World, place: string, point: ReadingPoint): void {
  const others = readStoryPoints(world).filter(({ corpus }) => corpus !== point.corpus);
  const limited = others.length === 0 ? {} : { others: others.slice(0, mostStories) };
  writeStored(world, { place, point, ...limited });
}

/** From now on, the reader sees the whole story. Their place is kept, unless its file cannot be read. */
export function removeReaderLimit(world: World): void {
  try {
    const stored = readStored(world);
    if (stored !== undefined) writeStored(world, { ...stored, isLifted: true });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    openWorldFolder(world.dir).remove(buildPath(world));
  }
}

/** From now on, the reader sees the story only up to their place. */
export function restoreReaderLimit(world: World): void {
  const stored = readStored(world);
  if (stored?.isLifted === true) writeStored(world, { ...stored, isLifted: undefined });
}

export interface PlaceChange {
  /** Whether a point is in a story that the world still has. */
  readonly isKept: (point: ReadingPoint) => boolean;
  /** Whether a place is in a story that the world still has. */
  readonly isThere: (place: string) => boolean;
  /** The beginning of the first story; undefined if there is no story. */
  readonly findBeginning: () => string | undefined;
}

/** Forgets the points in stories that are gone. If the reader was in such a story, moves them to another one. */
export function replacePlace(world: World, { isKept, isThere, findBeginning }: PlaceChange): void {
  const stored = readStored(world);
  if (stored === undefined) return;
  const { place, point, isLifted } = stored;
  const [next, ...others] = (stored.others ?? []).filter(isKept);
  if (isThere(place) && (point === undefined || isKept(point))) {
    writeStored(world, { ...stored, others: next && [next, ...others] });
    return;
  }
  const found = next === undefined ? findBeginning() : `before post:${next.postId}@${next.corpus}`;
  if (found === undefined) openWorldFolder(world.dir).remove(buildPath(world));
  else writeStored(world, { place: found, point: next, others, isLifted });
}

function writeStored(world: World, stored: z.output<typeof placeSchema>): void {
  writeFile(buildPath(world), [`${JSON.stringify(stored, undefined, 2)}\n`], world.dir);
}

function buildPath({ dir }: World): string {
  return join(dir, placeFile);
}

type Place = MarkPlace | PostPlace | ThreadPlace;

interface MarkPlace {
  readonly kind: 'snapshot' | 'revision';
  readonly number: number;
}

/** Whether the post or thread at the place is not yet read (`before`), or read (`after`). */
export type Side = 'before' | 'after';

export interface PostPlace {
  readonly kind: 'post';
  readonly side: Side;
  readonly number: number;
  /** Needed if such a post or thread is in several corpora. */
  readonly corpus: string | undefined;
}

export interface ThreadPlace {
  readonly kind: 'thread' | 'chapter' | 'title';
  readonly side: Side;
  /** Number of the thread, or of the chapter as the thread's title gives it. */
  readonly number: number;
  /** Empty unless the place was given by a title. */
  readonly title: string;
  readonly corpus: string | undefined;
}

const longest = 300;
const numbered =
  /^(?<kind>thread|post|chapter|snapshot|revision)[\s:#]+(?<number>\d{1,15})(?:@(?<corpus>\S+))?$/iu;

/**
 * Syntax: `[before|after] thread:N | post:ID | chapter:N | snapshot:ID | revision:N | TITLE`. `@CORPUS` may follow
 * thread, post and chapter. A title that is only a number means the chapter with this number.
 */
export function parsePlace(text: string): { readonly ok: true; readonly place: Place } | Refusal {
  const trimmed = text.trim();
  const said = /^(before|after)\s+(\S.*)$/isu.exec(trimmed);
  const side = said?.[1]?.toLowerCase() === 'before' ? 'before' : 'after';
  const rest = said?.[2]?.trim() ?? trimmed;
  if (rest === '' || rest.length > longest) {
    return {
      ok: false,
      say: 'Name a place like thread:3, post:4711, chapter:212, snapshot:5, revision:120 or a title.',
    };
  }
  return {
    ok: true,
    place: parseNumbered(rest, side) ?? { kind: 'title', side, number: 0, title: rest, corpus: undefined },
  };
}

/** Describes a place for a sentence, such as `after chapter 5`. */
export function describePlace(text: string): string {
  const parsed = parsePlace(text);
  if (!parsed.ok) return text;
  const { place } = parsed;
  if (!('side' in place)) return `after ${place.kind} ${place.number}`;
  const { kind, side, number, corpus } = place;
  const of = corpus === undefined ? '' : ` of ${corpus}`;
  return `${side} ${kind === 'title' ? nameByTitle(place.title) : `${kind} ${number}${of}`}`;
}

/** If a title is only a number, Arabic or Roman, the chapter with this number is meant. */
export function nameByTitle(title: string): string {
  return isOnlyNumber(title) ? `chapter ${title.trim()}` : title;
}

export function isOnlyNumber(title: string): boolean {
  return /^(?:\d{1,4}|[IVXLC]{1,9})$/u.test(title.trim());
}

function parseNumbered(text: string, side: Side): Place | undefined {
  const match = numbered.exec(text)?.groups;
  if (match === undefined) return undefined;
  const number = Number(match['number']);
  const corpus = match['corpus'];
  const kind = match['kind']?.toLowerCase();
  if (kind === 'snapshot') return { kind, number };
  if (kind === 'revision') return { kind, number: side === 'before' ? number - 1 : number };
  if (kind === 'post') return { kind, side, number, corpus };
  return { kind: kind === 'thread' ? kind : 'chapter', side, number, title: '', corpus };
}
