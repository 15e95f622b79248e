// Reads and writes the pages and pictures of a world that are exported with its memory.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { largestImageBytes } from '../events/kept-image.ts';
import { largestPageBytes, type WholeImage, type WholePage } from './whole-line.ts';

const ownPages = ['ambient.md', 'wake-context.md', 'wake-context-image.md'];
const formerPage = /^wake-context\.former-[1-9]\d{0,3}\.md$/u;

export function readPages(dir: string): readonly WholePage[] {
  const folder = openWorldFolder(dir);
  const formers = folder.list('.').flatMap(({ name }) => (formerPage.test(name) ? [name] : []));
  return [...ownPages, ...formers].sort().flatMap((name): readonly WholePage[] => {
    const text = folder.readText(join(dir, name), { largestBytes: largestPageBytes });
    return text === undefined ? [] : [{ kind: 'page', name, text }];
  });
}

/** Returns undefined if the picture is gone, or does not fit its name. */
export function readImage(dir: string, name: string): WholeImage | undefined {
  const path = join(dir, 'images', name);
  const bytes = openWorldFolder(dir).read(path, { largestBytes: largestImageBytes });
  if (bytes === undefined || !isNamedAfter(name, bytes)) return undefined;
  return { kind: 'image', name, bytes: bytes.toString('base64') };
}

/** Whether the picture in a line fits its name. */
export function isTrueImage({ name, bytes }: WholeImage): boolean {
  const content = Buffer.from(bytes, 'base64');
  const isSound = content.toString('base64') === bytes && content.length <= largestImageBytes;
  return isSound && isNamedAfter(name, content);
}

/** Whether the name of a picture is derived from this content. */
function isNamedAfter(name: string, bytes: Buffer): boolean {
  return createHash('sha256')
    .update(bytes)
    .digest('hex')
    .startsWith(name.slice(0, name.indexOf('.')));
}

export interface FileWriting {
  /** Throws `UsageError` (`memory.not-empty`) if the world has a page that is not one of these. */
  checkPages(pages: readonly WholePage[]): void;
  writeImage(image: WholeImage): void;
  writePages(pages: readonly WholePage[]): void;
  /** Removes the files that were created here. */
  undo(): void;
}

/** Keeps existing files, so that an import can complete an earlier one that was interrupted. */
export function openFileWriting(dir: string): FileWriting {
  const folder = openWorldFolder(dir);
  const images = join(dir, 'images');
  const hadImages = folder.has(images);
  const made: string[] = [];
  const write = (path: string, content: string | Buffer) => {
    if (folder.has(path)) return;
    made.push(path);
    folder.write(path, [content]);
  };
  return {
    writeImage: ({ name, bytes }) => write(join(images, name), Buffer.from(bytes, 'base64')),
    checkPages(pages) {
      const coming = new Map(pages.map(({ name, text }) => [name, text]));
      const other = readPages(dir).find(({ name, text }) => coming.get(name) !== text);
      if (other !== undefined) throw refuseFull(dir, `${other.name} is there already`);
    },
    writePages(pages) {
      for (const { name, text } of pages) write(join(dir, name), text);
    },
    undo() {
      for (const path of made) folder.remove(path);
      if (!hadImages) folder.removeEmptyFolder(images);
    },
  };
}

/** `why` says what the world contains. */
export function refuseFull(dir: string, why: string): UsageError {
  return new UsageError({
    code: 'memory.not-empty',
    happened: `A whole memory can only be imported into a world that remembers nothing, and ${dir} is not empty: ${why}.`,
    todo: 'Name another folder with --world. Nothing was changed.',
  });
}
