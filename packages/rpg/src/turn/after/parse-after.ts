// Parses the block after a narrative (summary, tags, importance, suggestions), in whatever form a model writes it.

import { stripEscapes } from '@terrarium/kernel/foreign-text';
import { parseValue } from '@terrarium/kernel/parse-items';
import { z } from 'zod';

export interface AfterPart {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly importance: number | undefined;
  readonly suggestions: readonly string[];
}

/** The beginning of the block: its tag, and any blanks, fence or emphasis before the tag. */
const opening = /(?:(?<!\s)\s+)?(?:`{3}\w*\s*)?[*_]{0,2}(?:<\s*after\b[^>\n]{0,40}>?|\[after\])/i;
/** The end of a text that may become the beginning of the block, with the blanks before it. */
const beginning =
  /(?:(?<!\s)\s+)?(?:`{1,3}\w*\s*)?[*_]{0,2}(?:<\s*(?:a(?:f(?:t(?:e(?:r[^>\n]{0,40})?)?)?)?)?|\[(?:a(?:f(?:t(?:e(?:r)?)?)?)?)?)?$/i;

const longestSummary = 300;
const longestTag = 40;
const longestSuggestion = 120;
const mostTags = 8;

/** Where in a text the block begins; undefined if there is none. */
function findAfterPart(text: string): number | undefined {
  return opening.exec(text)?.index;
}

/** How many characters of an unfinished text certainly belong to the narrative. */
export function measureSure(text: string): number {
  const start = findAfterPart(text);
  if (start !== undefined) return start;
  const tail = text.slice(-200);
  const held = beginning.exec(tail);
  return held === null ? text.length : text.length - tail.length + held.index;
}

/** Splits a whole reply; a field that cannot be read is left empty. Never throws. */
export function splitAfterPart(text: string): { readonly narrative: string; readonly after: AfterPart } {
  const start = findAfterPart(text);
  if (start === undefined) return { narrative: text.trimEnd(), after: emptyAfterPart };
  const body = text
    .slice(start)
    .replace(opening, '')
    .replace(/(?:<\/\s*after\s*>|\[\/after\])[\s\S]*$/i, '')
    .replace(/`{3}\s*$/, '');
  return { narrative: text.slice(0, start).trimEnd(), after: parseBody(body) };
}

export const emptyAfterPart: AfterPart = { summary: '', tags: [], importance: undefined, suggestions: [] };

function parseBody(body: string): AfterPart {
  return parseJson(body) ?? parseLines(body);
}

/** Reads an object with any of the block's fields; if it was cut off, reads the complete fields. */
function parseJson(body: string): AfterPart | undefined {
  const parsed = parseValue(body, { schema: afterSchema, takesCut: true });
  return parsed.ok ? readFields(parsed.value) : undefined;
}

const fields = ['summary', 'tags', 'importance', 'suggestions'];
const afterSchema = z
  .looseObject({})
  .refine((value) => fields.some((field) => Object.hasOwn(value, field)), 'has none of the fields');

function readFields(fields: object): AfterPart {
  const { summary, tags, importance, suggestions } = fields as Record<string, unknown>;
  return {
    summary: normaliseLine(typeof summary === 'string' ? summary : '', longestSummary),
    tags: readTags(Array.isArray(tags) ? tags.map(String) : String(tags ?? '').split(',')),
    importance: readImportance(String(importance ?? '')),
    suggestions: Array.isArray(suggestions) ? readSuggestions(suggestions.map(String)) : [],
  };
}

const namedLine = /^[\s*_-]*(summary|tags|importance)[*_]*\s*[:=](.*)$/i;
const listedLine = /^\s*(?:[-*•]|\d{1,2}[.)])\s(.*)$/;

function parseLines(body: string): AfterPart {
  const named = new Map<string, string>();
  const suggestions: string[] = [];
  for (const line of body.split('\n')) {
    const [, name, value = ''] = namedLine.exec(line) ?? [];
    if (name === undefined) suggestions.push((listedLine.exec(line)?.[1] ?? '').trim());
    else named.set(name.toLowerCase(), value.replace(/^[*_]+/, '').trim());
  }
  return {
    summary: normaliseLine(named.get('summary') ?? '', longestSummary),
    tags: readTags((named.get('tags') ?? '').split(/[,;]/)),
    importance: readImportance(named.get('importance') ?? ''),
    suggestions: readSuggestions(suggestions),
  };
}

function readTags(tags: readonly string[]): readonly string[] {
  const tidied = tags.map((tag) => normaliseLine(tag.replace(/[[\]"#]/g, ''), longestTag).toLowerCase());
  return [...new Set(tidied.filter((tag) => tag !== ''))].slice(0, mostTags);
}

/** Reads `0.7`, `7/10`, `70/100` or `70 %`. A bare number above 1 counts as out of 10, and one above 10 as out of 100. */
function readImportance(text: string): number | undefined {
  const digits = /\d+(?:[.,]\d+)?/.exec(text);
  if (digits === null) return undefined;
  const number = Number(digits[0].replace(',', '.'));
  const isOfHundred = /%|\/\s*100(?!\d)/.test(text);
  if (number <= 1 && !isOfHundred && !/\/\s*10/.test(text)) return number;
  if (isOfHundred || number > 10) return Math.min(1, number / 100);
  return number / 10;
}

const mostSuggestions = 5;

/** Suggestions that differ only in case or punctuation count as one. */
function readSuggestions(texts: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const text of texts) {
    const tidied = normaliseLine(text.replace(/^["“]|["”]$/g, ''), longestSuggestion);
    const key = tidied
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    if (key !== '' && !byKey.has(key)) byKey.set(key, tidied);
  }
  return [...byKey.values()].slice(0, mostSuggestions);
}

function normaliseLine(text: string, maxCharacters: number): string {
  const line = stripEscapes(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^[*_]+|(?<![*_])[*_]+$/g, '')
    .trim()
    .toWellFormed();
  return line.length <= maxCharacters
    ? line
    : `${line
        .slice(0, maxCharacters - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
