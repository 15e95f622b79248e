// Whole line: what each line of a file with a whole memory contains, and how large it may be.
import { z } from 'zod';
import { wholeKind } from '../intake/formats/read-own-lines.ts';

export const wholeFormat = 1;

/**
 * Large enough for the largest picture in base 64, and for the longest message that an import takes, even if
 * every character is escaped.
 */
export const longestLineBytes = 128 * 1024 * 1024;
export const largestPageBytes = 8 * 1024 * 1024;

/** The pages that a world may have in addition to its memory. A file that names any other page is refused. */
const pageName = /^(?:ambient|wake-context|wake-context-image|wake-context\.former-[1-9]\d{0,3})\.md$/u;
export const imageName = /^[0-9a-f]{32}\.(?:png|jpg|gif|webp)$/u;

const name = z.string().max(100);
const count = z.int().min(0).max(1_000_000_000_000);

const header = z
  .strictObject({
    kind: z.literal(wholeKind),
    format: z.int().min(1),
    layout: z.int().min(1).describe('The layout of the memory that was exported'),
    secrets: z.literal('included'),
    given: z
      .record(name, count)
      .describe('For each table, by its name: the highest number that was given to one of its rows'),
  })
  .describe('The first line');

const settings = z
  .strictObject({ kind: z.literal('settings'), settings: z.record(name, z.json()) })
  .describe('The settings under `memory`, except for the embedding server');

const page = z
  .strictObject({
    kind: z.literal('page'),
    name: z.string().regex(pageName),
    text: z.string().max(largestPageBytes),
  })
  .describe('A file of the world, such as `ambient.md`');

const row = z
  .strictObject({
    kind: z.literal('row'),
    table: name,
    row: z.record(name, z.union([z.string(), z.int()])),
  })
  .describe('A row of a table; columns without a value are left out, and bytes are given in base64');

const image = z
  .strictObject({ kind: z.literal('image'), name: z.string().regex(imageName), bytes: z.string() })
  .describe('A picture that was shown, in base64; its name follows from its content');

const end = z
  .strictObject({
    kind: z.literal('end'),
    lines: z.int().min(1).describe('How many lines come before this one'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/u)
      .describe('The SHA-256 of all lines before this one, each with its line feed'),
  })
  .describe('The last line');

export const wholeLineSchema = z.discriminatedUnion('kind', [header, settings, page, row, image, end]);

export type WholeLine = z.output<typeof wholeLineSchema>;
export type WholeHeader = z.output<typeof header>;
export type WholePage = z.output<typeof page>;
export type WholeImage = z.output<typeof image>;
