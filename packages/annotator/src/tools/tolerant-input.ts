// Tolerant input: converts arguments as models really send them into the form that the tools expect.

import { decodeXml } from '@terrarium/kernel/foreign-text';
import { z } from 'zod';
import type { PostId } from '../corpus/corpus.ts';
import type { EvidenceClaim } from '../glossary/citable-text.ts';
import { splitRelation } from '../reader/relation-kinds.ts';

// The maximum number of items in a list: no entry needs more, and a call stays small.
const maxItems = 20;
const maxReasonCharacters = 300;

/** An object. Unknown keys are ignored, nulls count as missing, and keys may have other names. */
export function buildTolerantObject<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  otherNames: Readonly<Record<string, string>> = {},
) {
  return z.preprocess((value) => {
    if (!isRecord(value)) return value;
    const given = Object.entries(value).filter(([, field]) => field !== null);
    const known = new Set(given.map(([key]) => key));
    return Object.fromEntries(
      given.map(([key, field]) => {
        const name = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined;
        return [name === undefined || known.has(name) ? key : name, field];
      }),
    );
  }, z.object(shape));
}

/** An integer, or text such as `"43"`, `"#43"` or `"id 43"`. */
export const tolerantInteger = z.preprocess(
  (value) => {
    const digits = typeof value === 'string' ? /^\D{0,6}(-?\d{1,15})\D?$/.exec(value.trim())?.[1] : undefined;
    return digits === undefined ? value : Number(digits);
  },
  z.number().refine(Number.isSafeInteger, 'must be an integer').meta({ type: 'integer' }),
);

/** True or false, or text that means one of them. */
export const tolerantBoolean = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  if (['true', 'yes', '1'].includes(word)) return true;
  return ['false', 'no', '0', ''].includes(word) ? false : value;
}, z.boolean());

/**
 * One line of at most `maxCharacters`: white space is reduced to single spaces, and entities such as `&amp;`, which
 * models copy from prompts, become characters again.
 */
export function buildTolerantLine(maxCharacters: number) {
  return z.preprocess(
    (value) =>
      typeof value === 'string' || typeof value === 'number' ? normaliseLine(String(value)) : value,
    z
      .string()
      .refine((line) => line.length <= maxCharacters, `must have at most ${maxCharacters} characters`),
  );
}

/** A list of short texts; may also be one text with commas, or JSON as text. Repeated and empty texts are dropped. */
export const tolerantList = z.preprocess(
  (value) => {
    const items = listOf(value, splitAtCommas).map(normaliseItem);
    return [...new Set(items.filter((item) => item !== ''))];
  },
  z.array(z.string()).refine(hasFewItems, `must have at most ${maxItems} items`),
);

/** A list of integers; may also be one number, or text with commas. */
export const tolerantIntegers = z.preprocess(
  (value) => listOf(value, splitAtCommas),
  z.array(tolerantInteger).refine(hasFewItems, `must have at most ${maxItems} items`),
);

const claimSchema = z.object({
  post_id: tolerantInteger.optional(),
  quote: z.string().optional(),
  label: z.union([z.number(), z.string()]).optional(),
});

const evidenceShape = {
  type: 'array',
  items: {
    type: 'object',
    properties: { post_id: { type: 'integer' }, label: { type: 'integer' }, quote: { type: 'string' } },
  },
} as const;

/** Evidence: a list of objects, a single object, a quote, or a list of quotes. */
export const tolerantEvidence = z
  .preprocess(
    (value) => listOf(value, (text) => [text]).map(normaliseClaim),
    z.array(claimSchema).refine(hasFewItems, `must have at most ${maxItems} items`),
  )
  .transform((claims): readonly EvidenceClaim[] => claims.map(buildClaim))
  .meta(evidenceShape);

/** A relation as a model states it. */
export interface SaidRelation {
  readonly kind: string;
  /** The other entry, by its id or a name. */
  readonly to: string;
  readonly quotes: readonly EvidenceClaim[];
}

/** Relations: a list of objects, a single object, or texts such as "serves Boren". */
export const tolerantRelations = z
  .preprocess(
    (value) => listOf(value, splitAtCommas).map(normaliseRelation),
    z
      .array(z.object({ kind: z.string(), to: z.string(), quotes: tolerantEvidence }))
      .refine(hasFewItems, `must have at most ${maxItems} items`),
  )
  .meta({
    type: 'array',
    items: {
      type: 'object',
      properties: { kind: { type: 'string' }, to: { type: 'string' }, evidence: evidenceShape },
    },
  });

export interface SaidRemoval {
  readonly kind: string;
  readonly to: string;
  /** Why the relation is to be removed; empty if no reason was given. */
  readonly reason: string;
}

/** Relations that are to be removed: a list of objects, a single object, or texts such as "serves Boren". */
export const tolerantRemovals = z
  .preprocess(
    (value) => listOf(value, splitAtCommas).map(normaliseRemoval),
    z
      .array(z.object({ kind: z.string(), to: z.string(), reason: z.string() }))
      .refine(hasFewItems, `must have at most ${maxItems} items`),
  )
  .meta({
    type: 'array',
    items: {
      type: 'object',
      properties: { kind: { type: 'string' }, to: { type: 'string' }, reason: { type: 'string' } },
    },
  });

function normaliseRemoval(item: unknown): unknown {
  if (typeof item === 'string') return { ...splitRelation(normaliseLine(item)), reason: '' };
  if (!isRecord(item)) return item;
  const { kind, type, relation, to, target, entry, entry_id, reason, why } = item;
  return {
    kind: normaliseItem(kind ?? type ?? relation),
    to: normaliseItem(to ?? target ?? entry ?? entry_id),
    reason: normaliseItem(reason ?? why).slice(0, maxReasonCharacters),
  };
}

function normaliseRelation(item: unknown): unknown {
  if (typeof item === 'string') return { ...splitRelation(normaliseLine(item)), quotes: [] };
  if (!isRecord(item)) return item;
  const { kind, type, relation, to, target, entry, entry_id, evidence, ...rest } = item;
  const hasPlace = ['quote', 'label', 'post_id', 'post'].some((key) => rest[key] !== undefined);
  return {
    kind: normaliseItem(kind ?? type ?? relation),
    to: normaliseItem(to ?? target ?? entry ?? entry_id),
    quotes: evidence ?? (hasPlace ? [rest] : []),
  };
}

function hasFewItems(items: readonly unknown[]): boolean {
  return items.length <= maxItems;
}

function normaliseLine(text: string): string {
  return decodeXml(text.toWellFormed())
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function normaliseItem(item: unknown): string {
  return typeof item === 'string' || typeof item === 'number' ? normaliseLine(String(item)) : '';
}

function splitAtCommas(text: string): unknown[] {
  return text.split(/[,;|\n]/);
}

function listOf(value: unknown, split: (text: string) => unknown[]): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return parseJsonList(value) ?? split(value);
  return value === undefined ? [] : [value];
}

function parseJsonList(text: string): unknown[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    // A text that only looks like JSON is used as text.
    return undefined;
  }
}

function normaliseClaim(item: unknown): unknown {
  if (typeof item === 'string') return parseReference(item) ?? { quote: item };
  if (!isRecord(item)) return item;
  const { post_id, post, id, quote, text, label, labels, sentence } = item;
  const fields = {
    post_id: post_id ?? post ?? id,
    quote: quote ?? text,
    label: normaliseLabel(label ?? labels ?? sentence),
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([, field]) => field !== undefined && field !== null),
  );
}

/**
 * Reads a sentence that is given by the numbers of its post and its label, such as `34:6`, `34 [6]` or `post 34, label
 * 6-7`.
 */
function parseReference(text: string): unknown {
  if (text.length > 40 || !/[:[]|label/iu.test(text)) return undefined;
  const plain = text.replace(/post|label|[\s#,:[\]]/giu, ' ');
  const [post = '', labels = '', ...rest] = plain.split(' ').filter((part) => part !== '');
  const isReference =
    /^\d{1,15}$/u.test(post) && /^\d{1,4}(?:[-–]\d{1,4})?$/u.test(labels) && rest.length === 0;
  return isReference ? { post_id: post, label: labels } : undefined;
}

function normaliseLabel(label: unknown): unknown {
  const isRange = Array.isArray(label) && label.length > 0 && label.every((part) => typeof part !== 'object');
  return isRange ? `${String(label[0])}-${String(label.at(-1))}` : label;
}

function buildClaim(claim: z.output<typeof claimSchema>): EvidenceClaim {
  const numbers = String(claim.label ?? '').match(/\d{1,7}/g);
  const first = Number(numbers?.[0]);
  const last = Number(numbers?.at(-1));
  return {
    postId: claim.post_id === undefined ? undefined : (claim.post_id as PostId),
    quote: claim.quote,
    label: numbers === null || numbers === undefined ? undefined : { first, last },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
