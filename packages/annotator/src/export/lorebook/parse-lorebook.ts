// Parses a file that holds a glossary: our JSON, or a lorebook that was made from it.

import { UsageError } from '@terrarium/kernel/errors';
import { z } from 'zod';
import { stripSuffix } from '../../glossary/term-forms.ts';
import { type ExportedEntry, type ExportedGlossary, parseExport } from '../exported-glossary.ts';
import { parseLoreContent } from './lore-entry.ts';
import { isKeyOf, listLoreKeys } from './lore-keys.ts';
import { bookProvenanceSchema, provenanceSchema } from './lore-provenance.ts';

export interface ParsedLorebook {
  readonly glossary: ExportedGlossary;
  /** What could not be imported: a sentence for each. */
  readonly notes: readonly string[];
}

const extensionsSchema = z.looseObject({ terrarium: z.unknown().optional() }).default({});
const worldInfoEntrySchema = z.looseObject({
  key: z.array(z.string()),
  comment: z.string().default(''),
  content: z.string(),
  extensions: extensionsSchema,
});
const lorebookEntrySchema = z
  .looseObject({
    keys: z.array(z.string()),
    name: z.string().default(''),
    content: z.string(),
    extensions: extensionsSchema,
  })
  .transform(({ keys, name, content, extensions }) => ({ key: keys, comment: name, content, extensions }));
const worldInfoSchema = z.looseObject({
  entries: z.record(z.string(), worldInfoEntrySchema),
  extensions: extensionsSchema,
});
const lorebookSchema = z.looseObject({
  spec: z.literal('lorebook_v3'),
  data: z.looseObject({ entries: z.array(lorebookEntrySchema), extensions: extensionsSchema }),
});

type LoreEntry = z.infer<typeof worldInfoEntrySchema>;

/** Parses World Info or a V3 lorebook; undefined for anything else. Throws `UsageError` for a broken one. */
export function parseLorebook(value: unknown): ParsedLorebook | undefined {
  if (hasKey(value, 'spec')) {
    const { data } = check(lorebookSchema, value);
    return build(data.entries, data.extensions.terrarium);
  }
  if (!hasKey(value, 'entries') || Array.isArray(value.entries)) return undefined;
  const book = check(worldInfoSchema, value);
  return build(Object.values(book.entries), book.extensions.terrarium);
}

function hasKey<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function build(entries: readonly LoreEntry[], provenance: unknown): ParsedLorebook {
  const book = check(bookProvenanceSchema, provenance ?? { world: '', exported_at: null, as_of: null });
  const own = entries.filter((entry) => entry.extensions.terrarium !== undefined);
  const foreign = entries.filter((entry) => entry.extensions.terrarium === undefined);
  const restored = own
    .map(restoreEntry)
    .toSorted((left, right) => right.salience - left.salience || left.id - right.id);
  const notes = foreign.map(({ comment, key }) => {
    const name = comment.trim() === '' ? (key[0] ?? 'without a name') : comment.trim();
    return `"${name.slice(0, 80)}" has no source in the story and is left out.`;
  });
  return { glossary: { ...book, entries: restored }, notes };
}

function restoreEntry({ key, content, extensions }: LoreEntry): ExportedEntry {
  const entry = check(provenanceSchema, extensions.terrarium);
  const definition = parseLoreContent(content, entry) ?? entry.definition;
  return { ...entry, definition, aliases: readAliases(key, entry) };
}

/**
 * If a key is removed, its alias is removed; a new plain key becomes an alias. Patterns that a person wrote are
 * ignored.
 */
function readAliases(keys: readonly string[], entry: ExportedEntry): string[] {
  const own = listLoreKeys(entry);
  const gone = new Set(own.filter((name) => !keys.some((key) => isKeyOf(key, name))));
  // A name that a person gave is a key although it only describes the entry.
  const known = [...own, ...entry.aliases.map((alias) => stripSuffix(alias).replace(/\s+/gu, ' ').trim())];
  const added = keys.filter(
    (key) => !known.some((name) => isKeyOf(key, name)) && !key.startsWith('/') && key.trim() !== '',
  );
  return [...entry.aliases.filter((alias) => !gone.has(stripSuffix(alias))), ...added];
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError({
    code: 'lorebook.unreadable',
    happened: `The lorebook is not a valid export (at "${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}).`,
    todo: 'Export it again with --format worldinfo or --format lorebook.',
    cause: parsed.error,
  });
}

/** If the text is not a glossary, throws a `UsageError` that says what is wrong. */
export function parseGlossaryFile(text: string): ParsedLorebook {
  const bare = text.replace(/^\uFEFF/u, '');
  return parseLorebook(parseJson(bare)) ?? { glossary: parseExport(bare), notes: [] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError({
      code: 'export.unreadable',
      happened: 'The glossary file is not JSON.',
      todo: 'Name a file that was exported with --format json, worldinfo or lorebook.',
      cause,
    });
  }
}
