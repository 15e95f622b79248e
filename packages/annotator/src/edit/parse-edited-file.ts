// Parses an edited file (YAML or JSON that was exported and changed by hand), and notes the line of each entry.

import { UsageError } from '@terrarium/kernel/errors';
import { type Document, isNode, LineCounter, parseDocument, YAMLParseError } from 'yaml';
import { z } from 'zod';

/** How the file names another entry: by its term or by its id. */
const nameSchema = z.union([z.int(), z.string()]);
/** A key with nothing after it is an empty list. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullable()
    .transform((list) => list ?? [])
    .optional();
const quoteSchema = z.object({ quote: z.string() });

const relationSchema = z.object({
  kind: z.string(),
  to: nameSchema.optional(),
  term: z.string().optional(),
  is_inverse: z.boolean().optional(),
  evidence: z.union([quoteSchema, z.array(quoteSchema)]).optional(),
});

const fileSchema = z.object({
  exported_at: z.string().nullish(),
  as_of: z.object({ corpus: z.string(), thread_id: z.int(), post_id: z.int() }).nullish(),
  entries: z.array(
    z.object({
      /** Left out for a new entry. */
      id: z.int().optional(),
      term: z.string().optional(),
      aliases: listOf(z.string()),
      definition: z.string().optional(),
      status: z.enum(['tentative', 'confirmed']).optional(),
      tags: listOf(z.string()),
      updated_at: z.string().optional(),
      evidence: listOf(quoteSchema),
      relations: listOf(relationSchema),
      delete: z.boolean().optional(),
      restore: z.boolean().optional(),
      merge_into: nameSchema.optional(),
      keep_apart: z.union([nameSchema, z.array(nameSchema)]).optional(),
    }),
  ),
});

export type EditedFile = z.infer<typeof fileSchema>;
export type FileEntry = EditedFile['entries'][number];
export type FileRelation = z.infer<typeof relationSchema>;

export interface ParsedFile {
  readonly file: EditedFile;
  /** The line on which an entry begins. */
  readLine(index: number): number;
}

/** If the text is not an export, throws a `UsageError` that says where it is wrong. */
export function parseEditedFile(text: string): ParsedFile {
  const lineCounter = new LineCounter();
  let value: unknown;
  let document: Document;
  try {
    document = parseDocument(text, { lineCounter });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    value = document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    throw refuseFile(`is not YAML or JSON: ${describe(error)}`, 'Fix it there, or export it again.', error);
  }
  const readLine = (index: number) => {
    const node = document.getIn(['entries', index], true);
    const [start = 0] = isNode(node) ? (node.range ?? []) : [];
    return lineCounter.linePos(start).line;
  };
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return { file: parsed.data, readLine };
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const [, index] = path;
  const line = typeof index === 'number' ? ` on line ${readLine(index)}` : '';
  throw refuseFile(
    issue === undefined || path.length === 0 || (path.length === 1 && path[0] === 'entries')
      ? 'is not a glossary, which would begin with "world" and have a list "entries"'
      : `is not a valid glossary at "${path.join('.')}"${line}: it should have ${describeWanted(issue)} there`,
    'Export one with "terrarium export --format yaml", and change that.',
    parsed.error,
  );
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys with values',
};

function describeWanted(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return typeNames[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map(String).join(' or ');
  if (issue.code !== 'invalid_union') return 'something else';
  const firsts = issue.errors.flatMap(([first]) => (first === undefined ? [] : [describeWanted(first)]));
  return [...new Set(firsts)].join(' or ');
}

function describe(error: unknown): string {
  if (error instanceof YAMLParseError && error.code === 'MULTIPLE_DOCS')
    return 'a line "---" divides it into several documents';
  if (error instanceof ReferenceError) return 'it has aliases (such as *name), which are not read';
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line.replace(/(?<![.:\s])[.:\s]+$/u, '');
}

export function refuseFile(what: string, todo: string, cause?: unknown): UsageError {
  return new UsageError({ code: 'edit.unreadable-file', happened: `The file ${what}.`, todo, cause });
}
