// Tells an EPUB from what else is packed as a ZIP archive.

import { UsageError } from '@terrarium/kernel/errors';
import { openZip } from './open-zip.ts';

interface OtherArchive {
  readonly name: string;
  readonly isBook: boolean;
}

/** An archive that is cut off is an EPUB when it begins as one: reading it says what is wrong. */
export function detectArchive(path: string, head: string): 'epub' | OtherArchive {
  if (head.slice(0, 200).includes('application/epub+zip')) return 'epub';
  const names = readNames(path);
  if (names === undefined) return { name: 'a ZIP archive that is cut off or damaged', isBook: false };
  if (names.includes('META-INF/container.xml') || names.some((name) => /\.opf$/iu.test(name))) return 'epub';
  if (names.includes('word/document.xml')) return { name: 'a Word document (DOCX)', isBook: true };
  if (names.includes('content.xml')) return { name: 'an OpenDocument text (ODT)', isBook: true };
  return { name: 'a ZIP archive', isBook: false };
}

function readNames(path: string): readonly string[] | undefined {
  try {
    const zip = openZip(path);
    zip.close();
    return zip.names;
  } catch (error) {
    if (error instanceof UsageError && error.code === 'import.damaged-archive') return undefined;
    throw error;
  }
}
