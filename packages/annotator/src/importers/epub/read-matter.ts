// Finds the pages of a book that are not story: by its guide, its landmarks, and the program that made it.

import type { ApartKind } from '../book.ts';
import { decodeMarkup } from '../markup/decode-markup.ts';
import { joinTypes, type PageRules } from '../markup/page-rules.ts';
import { walkMarkup } from '../markup/walk-markup.ts';
import { archiveDownload, plainPage } from '../sites/choose-page-rules.ts';
import type { ZipFile } from './open-zip.ts';
import { type EpubPackage, resolveLink } from './read-package.ts';

/** Types of pages in the guide of EPUB 2 and in the landmarks of EPUB 3. */
const kinds: ReadonlyMap<string, ApartKind> = new Map([
  ...'title-page titlepage halftitlepage copyright-page colophon imprint dedication acknowledgements acknowledgments'
    .split(' ')
    .map((type) => [type, 'matter'] as const),
  ...'notes footnotes endnotes rearnotes'.split(' ').map((type) => [type, 'footnote'] as const),
]);
/** A page with more words contains more than a title. */
const longestMatter = 500;
/** How many pages are searched for signs of where the book was made. */
const firstPages = 3;

const archivePreface =
  /\bid=["']?preface\b|<h2\b[^<>]{0,300}\btoc-heading[^<>]{0,300}>\s{0,20}Preface\s{0,20}</iu;
/**
 * Calibre splits a download from Archive of Our Own into files. If it splits an element, only the first part keeps the
 * element's id.
 */
const archiveBorder = /<h2\b[^<>]{0,300}\btoc-heading[^<>]{0,300}>\s{0,20}(?:Preface|Afterword)\s{0,20}</iu;
/** Marks pages of the story: one of its chapters may also be called “Preface” or “Afterword”. */
const archiveChapters = /\bid=["']?chapters\b/iu;
/**
 * The name of WebToEpub's first page, which has what the site says about the story (see dteviot/WebToEpub
 * plugin/js/Parser.js `makeInformationEpubItem`).
 */
const information = /(?:^|\/)0*_Information\.x?html$/iu;

export interface Matter {
  /** The rules for a page; undefined if the page itself declares which of its parts are story. */
  findRules(path: string, markup: string): PageRules | undefined;
  /** The kind of text under which a page is kept apart; undefined for a page that is read as story. */
  findKind(path: string, words: number): ApartKind | undefined;
}

export function readMatter(zip: ZipFile, book: EpubPackage): Matter {
  const isArchive = book.spine
    .slice(0, firstPages)
    .some(({ path }) => isArchivePreface(decodePage(zip, path)));
  const isWebToEpub = /webtoepub/iu.test(book.makers);
  const named = new Map([...book.guide, ...readLandmarks(zip, book)].map(({ path, type }) => [path, type]));
  return {
    findRules: (path, markup) => {
      if (isWebToEpub && information.test(path)) return { ...plainPage, outside: { apart: 'about' } };
      if (!isArchive) return undefined;
      return archiveBorder.test(markup) && !archiveChapters.test(markup)
        ? { ...archiveDownload, outside: { apart: 'about' } }
        : archiveDownload;
    },
    findKind: (path, words) => {
      const kind = kinds.get(named.get(path) ?? '');
      return kind === 'matter' && words > longestMatter ? undefined : kind;
    },
  };
}

function isArchivePreface(markup: string): boolean {
  return /archiveofourown\.org/iu.test(markup) && archivePreface.test(markup);
}

function decodePage(zip: ZipFile, path: string): string {
  const bytes = zip.findEntry(path);
  return bytes === undefined ? '' : decodeMarkup(bytes).text;
}

interface Landmark {
  readonly path: string;
  readonly type: string;
}

function readLandmarks(zip: ZipFile, { navigationPath }: EpubPackage): readonly Landmark[] {
  if (navigationPath === undefined) return [];
  const found: Landmark[] = [];
  /** How many elements are open within the landmarks; 0 outside of them. */
  let depth = 0;
  walkMarkup(decodePage(zip, navigationPath), 'html', {
    open: (name, attributes) => {
      const types = joinTypes(attributes);
      if (depth > 0 || (name === 'nav' && /\blandmarks\b/u.test(types))) depth += 1;
      const link = attributes['href'] ?? '#';
      if (depth === 0 || name !== 'a' || link.includes('#')) return;
      const path = resolveLink(navigationPath, link);
      for (const type of types.trim().split(/\s+/u)) found.push({ path, type: type.toLowerCase() });
    },
    close: () => {
      depth = Math.max(0, depth - 1);
    },
  });
  return found;
}
