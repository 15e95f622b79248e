// Parses the note of an entry as a person's editor left it: what can be taken in, and what else stands in it.

import { createHash } from 'node:crypto';
import { UsageError } from '@terrarium/kernel/errors';
import { parseDocument } from 'yaml';
import { z } from 'zod';

export interface ParsedNote {
  /** Undefined if the note does not say which entry it is about. */
  readonly id: number | undefined;
  /** The heading at the top, in plain text; undefined if there is none. */
  readonly title: string | undefined;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  /** The Markdown between the heading and the next heading or quote, without the links to its sources. */
  readonly definition: string;
  /** A digest of each other property. */
  readonly properties: Readonly<Record<string, string>>;
  /** A digest of everything below the definition. */
  readonly body: string;
}

/** How lists may be written: as a list, as one text, or not at all. */
const listSchema = z
  .union([z.array(z.string().nullable()), z.string().transform((text) => text.split(',')), z.null()])
  .transform((items) => items ?? [])
  .transform((items) => items.map((item) => item?.trim() ?? '').filter((item) => item !== ''));

const aliasKeys = ['aliases', 'alias'];
const tagKeys = ['tags', 'tag'];

/** Throws a `UsageError` that names the note if its properties cannot be read. */
export function parseNote(path: string, text: string): ParsedNote {
  const { head, lines } = splitNote(settleLines(text));
  const properties = parseProperties(path, head);
  const collectList = (keys: readonly string[]) =>
    keys.flatMap((key) => parseList(path, key, JSON.parse(properties[key] ?? 'null')));
  const id = Number(JSON.parse(properties['terrarium_id'] ?? 'null'));
  const others = Object.entries(properties).filter(
    ([key]) => !aliasKeys.includes(key) && !tagKeys.includes(key),
  );
  return {
    id: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    ...parseBlocks(lines),
    aliases: collectList(aliasKeys),
    tags: collectList(tagKeys).flatMap((tag) => tag.replace(/^#/u, '').split(/\s+/u)),
    properties: Object.fromEntries(others.map(([key, value]) => [key, computeDigest(stripTargets(value))])),
  };
}

/** The text as we write it: with the line ends of Unix, and without a byte order mark. */
export function settleLines(text: string): string {
  return text.replace(/^\ufeff/u, '').replaceAll('\r\n', '\n');
}

export function computeDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const linkPattern = /\[\[([^[\]|\n]*)(?:\|([^[\]\n]*))?\]\]/gu;

/** The links as they are written, with their brackets. */
export function listLinks(text: string): readonly string[] {
  return Array.from(text.matchAll(linkPattern), ([link]) => link);
}

/** The text without the targets of its links: an editor rewrites these when another note gets another name. */
export function stripTargets(text: string): string {
  return text.replace(linkPattern, (_, _target: string, shown: string | undefined) => `[[${shown ?? ''}]]`);
}

interface SplitNote {
  readonly head: string;
  readonly lines: readonly string[];
}

function splitNote(text: string): SplitNote {
  const lines = text.split('\n');
  const isFence = (line: string | undefined) => line?.trimEnd() === '---';
  const end = isFence(lines[0]) ? lines.findIndex((line, at) => at > 0 && isFence(line)) : -1;
  return { head: end < 0 ? '' : lines.slice(1, end).join('\n'), lines: lines.slice(end < 0 ? 0 : end + 1) };
}

/** No properties of ours are this long. */
const longestHead = 4_000_000;

/**
 * Each property as JSON. Every scalar is read as a text: an alias such as `1984` or `No` is what it looks like.
 */
function parseProperties(path: string, head: string): Readonly<Record<string, string>> {
  if (head.length > longestHead) throw refuseNote(path, 'are too many', undefined);
  try {
    const document = parseDocument(head, { schema: 'failsafe' });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    const properties = z.record(z.string(), z.unknown()).parse(value ?? {});
    return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, JSON.stringify(one)]));
  } catch (cause) {
    throw refuseNote(path, 'are not properties', cause);
  }
}

function parseList(path: string, key: string, value: unknown): readonly string[] {
  const parsed = listSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refuseNote(path, `have "${key}", which is not a list of texts`, parsed.error);
}

function refuseNote(path: string, what: string, cause: unknown): UsageError {
  return new UsageError({
    code: 'edit.unreadable-file',
    happened: `The lines between "---" at the top of ${path} ${what}.`,
    todo: 'Correct them in Obsidian. Nothing was changed.',
    cause,
  });
}

type Blocks = Pick<ParsedNote, 'title' | 'definition' | 'body'>;

function parseBlocks(lines: readonly string[]): Blocks {
  const first = lines.findIndex((line) => line.trim() !== '');
  const heading = /^ {0,3}#[ \t]+(?<title>\S.*)$/u.exec(lines[first] ?? '')?.groups?.['title'];
  const start = heading === undefined ? 0 : first + 1;
  const after = lines.findIndex((line, at) => at >= start && /^ {0,3}(?:#{1,6}[ \t]|>)/u.test(line));
  const end = after < 0 ? lines.length : after;
  const body = lines.slice(end).map((line) => line.trim());
  return {
    title: heading === undefined ? undefined : stripBackslashes(heading).trim(),
    definition: stripSources(lines.slice(start, end).join('\n')),
    body: computeDigest(stripTargets(body.join('\n').trim())),
  };
}

/** Removes the links to the posts of the quotes, such as `[[Posts/3#^p3-1|§3]]`. */
function stripSources(markdown: string): string {
  return markdown
    .replace(/\[\[[^[\]|\n]*\|§\d+\]\]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

export function stripBackslashes(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/gu, '$1');
}
