// Reads what an EPUB says about itself: its title, its files, and the order in which they are read.

import { posix } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { decodeMarkup } from '../markup/decode-markup.ts';
import { walkMarkup } from '../markup/walk-markup.ts';
import type { ZipFile } from './open-zip.ts';

export interface SpineItem {
  /** Name of the file in the archive. */
  readonly path: string;
  /** False if the file is outside the reading order, like pages with answers or pop-up notes. */
  readonly isLinear: boolean;
}

export interface EpubPackage {
  readonly title: string | undefined;
  readonly author: string | undefined;
  readonly spine: readonly SpineItem[];
  /** The navigation page of EPUB 3. */
  readonly navigationPath: string | undefined;
  /** The table of contents of EPUB 2. */
  readonly ncxPath: string | undefined;
  /** Pages that the book declares to be its cover or its table of contents. */
  readonly coverPaths: ReadonlySet<string>;
  readonly contentsPaths: ReadonlySet<string>;
  /** The pages to which the guide gives a type, except links to a part of a page. */
  readonly guide: readonly { readonly type: string; readonly path: string }[];
  /** The programs and publishers that the package names. */
  readonly makers: string;
  /** Names in the reading order for which the manifest has no file. */
  readonly unlisted: readonly string[];
}

interface ManifestItem {
  readonly path: string;
  readonly mediaType: string;
  readonly properties: readonly string[];
}

interface Opf {
  readonly titles: string[];
  readonly authors: string[];
  readonly items: Map<string, ManifestItem>;
  readonly itemRefs: { readonly id: string; readonly isLinear: boolean }[];
  readonly guide: { readonly type: string; readonly path: string; readonly isWhole: boolean }[];
  readonly makers: string[];
  ncxId: string | undefined;
}

type Attributes = Readonly<Record<string, string>>;

/** Throws `UsageError` if the archive names no package, or if the package has no reading order. */
export function readPackage(path: string, zip: ZipFile): EpubPackage {
  const opfPath = readContainer(path, zip);
  const bytes = zip.findEntry(opfPath);
  if (bytes === undefined) throw refuseBook(path, `its package ${opfPath} is missing`);
  const opf = parseOpf(decodeMarkup(bytes).text, opfPath);
  if (opf.itemRefs.length === 0) throw refuseBook(path, 'its package names no reading order (spine)');
  const items = [...opf.items.values()];
  const listGuide = (type: string) => opf.guide.filter((one) => one.type === type).map((one) => one.path);
  const spine = opf.itemRefs.flatMap(({ id, isLinear }) => {
    const item = opf.items.get(id);
    return item === undefined ? [] : [{ path: item.path, isLinear }];
  });
  const ncx =
    opf.items.get(opf.ncxId ?? '') ?? items.find((item) => item.mediaType === 'application/x-dtbncx+xml');
  return {
    title: opf.titles[0],
    author: opf.authors.length === 0 ? undefined : opf.authors.join(', '),
    spine,
    navigationPath: items.find((item) => item.properties.includes('nav'))?.path,
    ncxPath: ncx?.path,
    coverPaths: new Set(listGuide('cover')),
    contentsPaths: new Set(listGuide('toc')),
    guide: opf.guide.filter(({ isWhole }) => isWhole),
    makers: opf.makers.join('; '),
    unlisted: opf.itemRefs.filter(({ id }) => !opf.items.has(id)).map(({ id }) => id),
  };
}

export function resolveLink(from: string, link: string): string {
  const [file = ''] = link.split(/[#?]/u, 1);
  if (file === '') return from;
  return posix.join('/', posix.dirname(from), decodeLink(file)).slice(1);
}

export function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readContainer(path: string, zip: ZipFile): string {
  const bytes = zip.findEntry('META-INF/container.xml');
  const found: string[] = [];
  if (bytes !== undefined) {
    walkMarkup(decodeMarkup(bytes).text, 'xml', {
      open: (name, attributes) => {
        const fullPath = attributes['full-path'];
        if (name === 'rootfile' && fullPath !== undefined) found.push(resolveLink('', fullPath));
      },
    });
  }
  const opfPath = found[0] ?? zip.names.find((name) => name.toLowerCase().endsWith('.opf'));
  if (opfPath === undefined) throw refuseBook(path, 'META-INF/container.xml names no package');
  return opfPath;
}

function parseOpf(markup: string, opfPath: string): Opf {
  const opf: Opf = {
    titles: [],
    authors: [],
    items: new Map(),
    itemRefs: [],
    guide: [],
    makers: [],
    ncxId: undefined,
  };
  let text = '';
  walkMarkup(markup, 'xml', {
    open: (name, attributes) => {
      text = '';
      addElement(opf, name, { attributes, opfPath });
    },
    text: (more) => {
      if (text.length < 1_000) text += more;
    },
    close: (name) => {
      const value = text.replace(/\s+/gu, ' ').trim();
      if (name === 'title' && value !== '') opf.titles.push(value);
      if (name === 'creator' && value !== '') opf.authors.push(value);
      if (name === 'contributor' || name === 'publisher') opf.makers.push(value);
      text = '';
    },
  });
  return opf;
}

interface OpfElement {
  readonly attributes: Attributes;
  readonly opfPath: string;
}

function addElement(opf: Opf, name: string, { attributes, opfPath }: OpfElement): void {
  const link = attributes['href'];
  switch (name) {
    case 'item':
      if (link === undefined || attributes['id'] === undefined) return;
      opf.items.set(attributes['id'], {
        path: resolveLink(opfPath, link),
        mediaType: attributes['media-type'] ?? '',
        properties: (attributes['properties'] ?? '').split(/\s+/u),
      });
      return;
    case 'spine':
      opf.ncxId = attributes['toc'];
      return;
    case 'itemref':
      opf.itemRefs.push({ id: attributes['idref'] ?? '', isLinear: attributes['linear'] !== 'no' });
      return;
    case 'reference':
      if (link === undefined) return;
      opf.guide.push({
        type: (attributes['type'] ?? '').toLowerCase(),
        path: resolveLink(opfPath, link),
        isWhole: !link.includes('#'),
      });
  }
}

function refuseBook(path: string, what: string): UsageError {
  return new UsageError({
    code: 'import.broken-epub',
    happened: `${path} is an EPUB that cannot be read: ${what.slice(0, 300)}.`,
    todo: 'Download it again, or repair it by converting it from EPUB to EPUB with Calibre. Nothing was imported.',
  });
}
