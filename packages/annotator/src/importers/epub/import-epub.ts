// Imports an EPUB: its pages in reading order, divided at its table of contents.

import { UsageError } from '@terrarium/kernel/errors';
import { type Apart, type Block, contentsName, type LeftOut, type ReadBook, sumWords } from '../book.ts';
import { cutGutenberg } from '../cut-gutenberg.ts';
import { listPictureWarnings, splitBlocks } from '../import-markdown.ts';
import type { ImportReport, ImportSource, ImportTarget } from '../import-report.ts';
import { decodeMarkup } from '../markup/decode-markup.ts';
import { readMarkup } from '../markup/read-markup.ts';
import { walkMarkup } from '../markup/walk-markup.ts';
import { isContents } from '../split-front.ts';
import { writeBook } from '../write-book.ts';
import { openZip, type ZipFile, type ZipLimits } from './open-zip.ts';
import { type ContentsEntry, readContents } from './read-contents.ts';
import { type Matter, readMatter } from './read-matter.ts';
import { type EpubPackage, readPackage, type SpineItem } from './read-package.ts';
import { splitByContents } from './split-by-contents.ts';

interface EpubSource extends ImportSource {
  readonly limits?: ZipLimits;
}

export interface EpubTarget extends ImportTarget, EpubSource {}

/**
 * Makes a corpus of the book. Throws `UsageError` if the archive is damaged, is locked by DRM, or inflates too much;
 * nothing is left behind in that case.
 */
export function importEpub(target: EpubTarget): ImportReport {
  return writeBook(target, 'epub', readEpubBook(target));
}

/** Reads and divides the book, without writing it. */
export function readEpubBook(source: EpubSource): ReadBook {
  const zip = openZip(source.path, source.limits);
  try {
    refuseLocked(source.path, zip);
    return readBook(source, zip);
  } finally {
    zip.close();
  }
}

interface ReadPages {
  readonly blocks: Block[];
  readonly leftOut: LeftOut[];
  readonly apart: Apart[];
  readonly warnings: string[];
  pictures: number;
}

function readBook(source: EpubSource, zip: ZipFile): ReadBook {
  const book = readPackage(source.path, zip);
  const entries = readContents(zip, book);
  const pages = readPages(zip, book, entries);
  const title = book.title ?? source.title;
  const divided = splitPages(pages.blocks, entries, title);
  return {
    ...divided,
    leftOut: [...pages.leftOut, ...divided.leftOut],
    apart: pages.apart,
    bookTitle: book.title,
    author: book.author,
    encoding: 'utf-8',
    warnings: [...pages.warnings, ...listPictureWarnings(pages.pictures), ...divided.warnings],
  };
}

/**
 * Splits the text at the places to which the table of contents links; if there are fewer than two such places, at
 * headings.
 */
function splitPages(
  blocks: readonly Block[],
  entries: readonly ContentsEntry[],
  title: string,
): ReturnType<typeof splitBlocks> {
  const settled = resolveTargets(blocks, entries);
  const cut = cutGutenberg(blocks);
  const places = new Set(cut.blocks.flatMap((block) => block.targets ?? []));
  const found = settled.filter((entry) => entry.target !== undefined && places.has(entry.target));
  if (new Set(found.map((entry) => entry.target)).size < 2) return splitBlocks(blocks, title);
  const divided = splitByContents(cut.blocks, stripBookTitle(found, title));
  return { ...divided, leftOut: [...cut.leftOut, ...divided.leftOut], warnings: [] };
}

/** If the id in the link of an entry does not exist, the entry leads to the beginning of its file. */
function resolveTargets(
  blocks: readonly Block[],
  entries: readonly ContentsEntry[],
): readonly ContentsEntry[] {
  const places = new Set(blocks.flatMap((block) => block.targets ?? []));
  return entries.map((entry) => {
    const { target } = entry;
    if (target === undefined || places.has(target)) return entry;
    return { ...entry, target: target.slice(0, target.indexOf('#') + 1) };
  });
}

/**
 * Drops the book's title from the titles of its chapters if it is the top entry of the table of contents and all other
 * entries are below it.
 */
function stripBookTitle(entries: readonly ContentsEntry[], title: string): readonly ContentsEntry[] {
  const [root] = entries[0]?.titles ?? [];
  const isRoot = root !== undefined && entries.every(({ titles }) => titles[0] === root);
  const isTitle = root?.toLowerCase().includes(title.toLowerCase()) === true;
  if (!isRoot || (!isTitle && entries.filter(({ titles }) => titles.length === 1).length !== 1))
    return entries;
  return entries.map((entry) =>
    entry.titles.length > 1 ? { ...entry, titles: entry.titles.slice(1) } : entry,
  );
}

function readPages(zip: ZipFile, book: EpubPackage, entries: readonly ContentsEntry[]): ReadPages {
  const targets = Map.groupBy(
    entries.flatMap(({ target }) => (target === undefined ? [] : [target])),
    (target) => target.slice(0, target.indexOf('#')),
  );
  const matter = readMatter(zip, book);
  const pages: ReadPages = { blocks: [], leftOut: [], apart: [], warnings: [], pictures: 0 };
  const missing = [...book.unlisted];
  const seen = new Set<string>();
  for (const item of book.spine) {
    if (seen.has(item.path)) continue;
    seen.add(item.path);
    const bytes = zip.findEntry(item.path);
    if (bytes === undefined) missing.push(item.path);
    else addPage(pages, { item, book, bytes, matter, targets: targets.get(item.path) ?? [] });
  }
  if (missing.length > 0) {
    const names = missing.slice(0, 5).map((name) => name.slice(0, 100));
    const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : '';
    pages.warnings.push(`The book names pages that are not in it: ${names.join(', ')}${more}.`);
  }
  return pages;
}

interface FoundPage {
  readonly item: SpineItem;
  readonly book: EpubPackage;
  readonly matter: Matter;
  readonly bytes: Buffer;
  readonly targets: readonly string[];
}

function addPage(pages: ReadPages, { item, book, matter, bytes, targets }: FoundPage): void {
  const ids = new Set(targets.map((target) => target.slice(target.indexOf('#') + 1)));
  const markup = decodeMarkup(bytes).text;
  const page = readMarkup(markup, { targets: ids, rules: matter.findRules(item.path, markup) });
  const words = sumWords(page.blocks.map(({ text }) => text));
  pages.pictures += page.pictures;
  pages.leftOut.push(...page.leftOut);
  pages.apart.push(...page.apart);
  const reason = findReasonToSkip(page.blocks, item, book);
  const kind = matter.findKind(item.path, words);
  if (reason !== undefined) {
    pages.leftOut.push({ what: reason, words });
  } else if (kind !== undefined) {
    const text = page.blocks.map((block) => block.text).filter((one) => one !== '');
    if (words > 0) pages.apart.push({ kind, under: undefined, text: text.join('\n\n') });
  } else addBlocks(pages, item, page.blocks);
}

function addBlocks(pages: ReadPages, item: SpineItem, page: readonly Block[]): void {
  const blocks = page.map((block) => ({
    ...block,
    targets: (block.targets ?? []).map((id) => `${item.path}#${id}`),
  }));
  const [first = { text: '', targets: [] }, ...rest] = blocks;
  for (const block of [{ ...first, targets: [`${item.path}#`, ...first.targets] }, ...rest]) {
    pages.blocks.push(block);
  }
}

function findReasonToSkip(blocks: readonly Block[], item: SpineItem, book: EpubPackage): string | undefined {
  if (!item.isLinear) return 'pages outside the reading order';
  if (book.coverPaths.has(item.path)) return 'a cover';
  const isListed = item.path === book.navigationPath || book.contentsPaths.has(item.path);
  return (isListed && blocks.some(({ isLinked }) => isLinked)) || isContents(blocks)
    ? contentsName
    : undefined;
}

/**
 * Encrypted fonts do no harm, unless the archive also has `rights.xml`. If anything else is encrypted, only the shop's
 * own program can read it.
 */
function refuseLocked(path: string, zip: ZipFile): void {
  const bytes = zip.findEntry('META-INF/encryption.xml');
  const isLocked = zip.names.includes('META-INF/rights.xml') && bytes !== undefined;
  if (bytes === undefined || !(isLocked || hasEncryptedText(decodeMarkup(bytes).text))) return;
  throw new UsageError({
    code: 'import.locked-book',
    happened: `${path} is protected by DRM: its text is encrypted.`,
    todo: 'Ask its seller for a copy without DRM, or get the story from elsewhere. Nothing was imported.',
  });
}

function hasEncryptedText(markup: string): boolean {
  let isFont = false;
  let found = false;
  walkMarkup(markup, 'xml', {
    open: (name, attributes) => {
      if (name === 'encrypteddata') isFont = false;
      if (name === 'encryptionmethod') {
        isFont = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/iu.test(
          attributes['Algorithm'] ?? '',
        );
      }
      if (name === 'cipherreference' && !isFont) {
        found ||= !/\.(?:otf|ttf|ttc|woff2?)$/iu.test(attributes['URI'] ?? '');
      }
    },
  });
  return found;
}
