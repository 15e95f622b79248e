// Reads the table of contents of an EPUB, nested as it is, from its navigation page or its NCX.

import { decodeMarkup } from '../markup/decode-markup.ts';
import { walkMarkup } from '../markup/walk-markup.ts';
import type { ZipFile } from './open-zip.ts';
import { decodeLink, type EpubPackage, resolveLink } from './read-package.ts';

export interface ContentsEntry {
  /** The titles of its parents, outermost first, and its own. */
  readonly titles: readonly string[];
  /** File and id: `path#id`, or `path#` for the beginning of the file; undefined for a title without a link. */
  readonly target: string | undefined;
}

interface OpenEntry {
  title: string;
  target: string | undefined;
}

interface Draft {
  /** Each entry with its parents, outermost first. */
  readonly lines: (readonly OpenEntry[])[];
  readonly open: OpenEntry[];
  readonly path: string;
}

const deepestTitles = 6;

/**
 * Returns the entries in the order of the table; none if the book has no table. If the book has two tables, reads the
 * longer one.
 */
export function readContents(zip: ZipFile, book: EpubPackage): readonly ContentsEntry[] {
  const navigation = readPage(zip, book.navigationPath, readNavigation);
  const ncx = readPage(zip, book.ncxPath, readNcx);
  return ncx.length > navigation.length ? ncx : navigation;
}

function readPage(
  zip: ZipFile,
  path: string | undefined,
  read: (markup: string, path: string) => readonly ContentsEntry[],
): readonly ContentsEntry[] {
  const bytes = path === undefined ? undefined : zip.findEntry(path);
  return path === undefined || bytes === undefined ? [] : read(decodeMarkup(bytes).text, path);
}

function readNcx(markup: string, path: string): readonly ContentsEntry[] {
  const draft: Draft = { lines: [], open: [], path };
  let isLabel = false;
  let isMap = false;
  walkMarkup(markup, 'xml', {
    open: (name, attributes) => {
      if (name === 'navmap') isMap = true;
      if (name === 'navpoint') openEntry(draft);
      if (name === 'navlabel') isLabel = true;
      if (name === 'content') setTarget(draft, attributes['src']);
    },
    text: (text) => {
      if (isLabel && isMap) addTitle(draft, text);
    },
    close: (name) => {
      if (name === 'navmap') isMap = false;
      if (name === 'navpoint') draft.open.pop();
      if (name === 'navlabel') isLabel = false;
    },
  });
  return resolveEntries(draft);
}

function readNavigation(markup: string, path: string): readonly ContentsEntry[] {
  const draft: Draft = { lines: [], open: [], path };
  /** How many elements are open within the table of contents; 0 outside of it. */
  let depth = 0;
  walkMarkup(markup, 'html', {
    open: (name, attributes) => {
      if (depth > 0) depth += 1;
      else if (name === 'nav' && isTableOfContents(attributes)) depth = 1;
      if (depth === 0) return;
      if (name === 'li') openEntry(draft);
      if (name === 'a') setTarget(draft, attributes['href']);
    },
    text: (text) => {
      if (depth > 0) addTitle(draft, text);
    },
    close: (name) => {
      if (depth === 0) return;
      depth -= 1;
      if (name === 'li') draft.open.pop();
    },
  });
  return resolveEntries(draft);
}

function isTableOfContents(attributes: Readonly<Record<string, string>>): boolean {
  return /\b(?:doc-)?toc\b/u.test(`${attributes['epub:type'] ?? ''} ${attributes['role'] ?? ''}`);
}

function openEntry(draft: Draft): void {
  const entry: OpenEntry = { title: '', target: undefined };
  draft.open.push(entry);
  draft.lines.push([...draft.open.slice(0, -1).slice(-deepestTitles), entry]);
}

function addTitle(draft: Draft, text: string): void {
  const entry = draft.open.at(-1);
  if (entry !== undefined && entry.title.length < 1_000) entry.title += text;
}

function setTarget(draft: Draft, link: string | undefined): void {
  const entry = draft.open.at(-1);
  if (entry === undefined || link === undefined || /^[a-z][a-z+.-]+:/iu.test(link)) return;
  const at = link.indexOf('#');
  const fragment = at === -1 ? '' : decodeLink(link.slice(at + 1));
  entry.target ??= `${resolveLink(draft.path, link)}#${fragment}`;
}

/** Drops entries without a title. */
function resolveEntries(draft: Draft): readonly ContentsEntry[] {
  return draft.lines.flatMap((line) => {
    const titles = line.map(({ title }) => title.replace(/\s+/gu, ' ').trim());
    const own = line.at(-1);
    return titles.at(-1) === '' || own === undefined
      ? []
      : [{ titles: titles.filter((title) => title !== ''), target: own.target }];
  });
}
