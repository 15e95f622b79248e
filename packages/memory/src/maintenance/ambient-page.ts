// Edits the page ambient.md, which has a writer's own words and below them a generated list of fragments.
import { closingMark, openingMark } from '../assembly/read-wake-files.ts';
import { type FragmentText, summaryKey } from '../fragments/fragment.ts';
import { keyForm } from '../tags/key-form.ts';

/** How many fragments have a line of their own in the list, and how many others are listed only by key. */
const mostLines = 12;
const mostKeys = 80;
const keyInBrackets = new RegExp(String.raw`\[(${keyForm})\]`, 'gu');

/** The page without its list, and without stray marks for the beginning or end of a list. */
export function readProse(page: string): string {
  const { before, after } = splitPage(page);
  const prose = [before, after].filter((part) => part !== '').join('\n\n');
  return prose.replaceAll(openingMark, '').replaceAll(closingMark, '').trim();
}

/** Replaces the words of the page, and keeps its list. */
export function replaceProse(page: string, prose: string): string {
  const { list } = splitPage(page);
  return joinPage({ before: readProse(prose), list, after: '' });
}

/**
 * Builds the page with the list of the fragments that its words do not name, except summaries. Fragments with
 * the most sources come first. The text around the list stays unchanged.
 */
export function buildPage(page: string, fragments: Iterable<FragmentText>): string {
  const parts = splitPage(page);
  const named = new Set([...readProse(page).matchAll(keyInBrackets)].map(([, key = '']) => key));
  const ranked = [...fragments]
    .filter(({ key }) => !named.has(key) && !summaryKey.test(key))
    .sort(compareWeight);
  return joinPage({ ...parts, list: renderList(ranked) });
}

function compareWeight(one: FragmentText, other: FragmentText): number {
  return other.sources.length - one.sources.length || (one.key < other.key ? -1 : 1);
}

function renderList(ranked: readonly FragmentText[]): string {
  if (ranked.length === 0) return '';
  const lines = ranked
    .slice(0, mostLines)
    .map(({ key, ambient }) => `- [${key}] ${ambient.replace(/\s+/g, ' ').replaceAll('-->', '→')}`.trimEnd());
  const others = ranked.slice(mostLines);
  const keys = others.slice(0, mostKeys).map(({ key }) => `[${key}]`);
  const left = others.length - keys.length;
  const more = left > 0 ? ` and ${left} more` : '';
  return [...lines, ...(keys.length === 0 ? [] : [`- also: ${keys.join(' ')}${more}`])].join('\n');
}

interface PageParts {
  readonly before: string;
  /** The list without its marks; empty if there is none. */
  readonly list: string;
  readonly after: string;
}

function splitPage(page: string): PageParts {
  const start = page.indexOf(openingMark);
  const end = page.indexOf(closingMark, start);
  if (start < 0 || end < 0) return { before: page.trim(), list: '', after: '' };
  return {
    before: page.slice(0, start).trim(),
    list: page.slice(start + openingMark.length, end).trim(),
    after: page.slice(end + closingMark.length).trim(),
  };
}

function joinPage({ before, list, after }: PageParts): string {
  const marked = list === '' ? '' : [openingMark, list, closingMark].join('\n');
  return [before, marked, after].filter((part) => part !== '').join('\n\n');
}
