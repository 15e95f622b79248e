// Front matter: the YAML that many Markdown files begin with.

import { parse } from 'yaml';
import { countWords } from '../book.ts';

export interface FrontMatter {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly words: number;
  /** The lines behind it; all of them when there is none. */
  readonly rest: Iterable<string>;
}

const longest = 200;
const begins = /^\u{feff}?---\s*$/u;
const ends = /^(?:---|\.\.\.)\s*$/u;

/** Between two lines of three hyphens at the very start, when it reads as names with values. */
export function readFrontMatter(lines: Iterable<string>): FrontMatter {
  const iterator = lines[Symbol.iterator]();
  const held: string[] = [];
  let next = iterator.next();
  let isEnd = false;
  while (
    next.done !== true &&
    !isEnd &&
    (held.length === 0 ? begins.test(next.value) : held.length < longest)
  ) {
    isEnd = held.length > 0 && ends.test(next.value);
    held.push(next.value);
    next = iterator.next();
  }
  const fields = isEnd ? parseFields(held.slice(1, -1).join('\n')) : undefined;
  const behind = next.done === true ? [] : [next.value];
  const rest = joinLines(fields === undefined ? [...held, ...behind] : behind, iterator);
  const words = fields === undefined ? 0 : countWords(held.join('\n'));
  return { title: readName(fields?.get('title')), author: readName(fields?.get('author')), words, rest };
}

function* joinLines(first: readonly string[], rest: Iterator<string>): Generator<string> {
  yield* first;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

function parseFields(yaml: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = parse(yaml, { maxAliasCount: 0, logLevel: 'silent' });
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? new Map(Object.entries(value)) : undefined;
  } catch {
    return undefined;
  }
}

function readName(value: unknown): string | undefined {
  const names = (Array.isArray(value) ? value : [value]).filter((name) => typeof name === 'string');
  const text = names.join(', ').replace(/\s+/gu, ' ').trim();
  return text === '' ? undefined : text;
}
