// Proves that the kind of a file is detected by its content.

import { describe, expect, it } from 'vitest';
import { buildZip } from '../../test/build-zip.ts';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import { detectSource } from './detect-source.ts';

describe('detectSource', () => {
  it.each([
    ['a.txt', 'Once upon a time.', 'text'],
    ['a.md', '# Once\n\nupon', 'markdown'],
    ['a.txt', '# Once\n\nupon\n\n# Twice\n\na time', 'markdown'],
    ['a.txt', '<!DOCTYPE html><p>Once', 'html'],
    ['a.xhtml', '<?xml version="1.0"?>\n<html xmlns="x">', 'html'],
    ['a.bin', buildZip([{ name: 'META-INF/container.xml', content: '' }]), 'epub'],
    ['a.txt', 'PK\u0003\u0004…mimetypeapplication/epub+zip and cut off', 'epub'],
    ['a.txt', Buffer.from('Wide', 'utf16le'), 'text'],
    ['a.bin', '{"body": "x"}\n{"body": "y"}', 'jsonl'],
    ['a.txt', `{"body": "${'x'.repeat(100_000)}"}`, 'jsonl'],
    ['a.jsonl', 'broken', 'jsonl'],
    ['a.txt', '{curly} is how it begins', 'text'],
    ['a.txt', 'SQLite format 3\u0000 and so on', 'sqlite'],
    ['a.txt', Buffer.from('\u{feff}Wide', 'utf16le'), 'text'],
  ])('CO13: %s is recognised by its content (%#)', (name, content, kind) => {
    expect(detectSource(createTemporaryFolder().write(name, content))).toBe(kind);
  });

  it.each([
    ['%PDF-1.7 …', /looks like a PDF\. Convert it to EPUB or plain text first, with Calibre/],
    [`${' '.repeat(60)}BOOKMOBI`, /looks like a Kindle book \(MOBI or AZW\)\. Convert/],
    ['<?xml version="1.0"?><FictionBook xmlns="x">', /looks like a FictionBook/],
    ['PK\u0003\u0004 cut off', /looks like a ZIP archive that is cut off or damaged/],
    [buildZip([{ name: 'word/document.xml', content: '' }]), /looks like a Word document \(DOCX\)\. Convert/],
    [buildZip([{ name: 'other', content: '' }]), /looks like a ZIP archive\. The accepted formats are EPUB/],
    ['{\\rtf1 text', /looks like an RTF document/],
    [
      buildZip([{ name: 'card.json', content: '{}' }]),
      /is a character card, not a story\. Unpack it first: the card is its card\.json\. Play with it/,
    ],
    ['{"spec":"chara_card_v3","data":{"na', /is a character card, not a story\. Play with it in a new game/],
    ['{\n"name": "Soma",\n"first_mes": "Hm."\n}', /is a character card, not a story/],
    ['\u0089PNG\r\n', /looks like a PNG picture, not a story\. If it is a character card/],
    ['a\u0000b', /looks like a binary file/],
    ['\u0001\u0002\u0003 and so on', /looks like a binary file/],
    ['', /is empty/],
    [' \n\t', /is empty/],
  ])('CO13: %j is refused, and the error says what it looks like', (content, message) => {
    const path = createTemporaryFolder().write(
      'book.txt',
      typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
    );
    expect(() => detectSource(path)).toThrow(message);
  });

  it.each([
    ['Chapter One\n\nOnce upon a time.', 'plain text'],
    [Buffer.from('Once upon a time.', 'utf16le'), 'plain text'],
    ['<!DOCTYPE html><p>You have to log in.', 'a web page'],
    ['SQLite format 3\u0000 and so on', 'a database'],
  ])('CO13: a file named .epub that is something else is refused (%#)', (content, what) => {
    const path = createTemporaryFolder().write('Book.EPUB', content);
    expect(() => detectSource(path)).toThrow(
      `is named .epub but is not an EPUB: it looks like ${what}. Download the book again. To import ${what}, give`,
    );
  });

  it('CO13: JSON lines in UTF-16 are refused, not read as prose', () => {
    const path = createTemporaryFolder().write('a.txt', Buffer.from('\u{feff}{"body": "x"}\n', 'utf16le'));
    expect(() => detectSource(path)).toThrow(/holds JSON lines in UTF-16\. Save the file as UTF-8/);
  });

  it('CO13: a missing file, a folder and a JSON document are refused', () => {
    const folder = createTemporaryFolder();
    expect(() => detectSource(folder.path('none'))).toThrow(/There is no file/);
    expect(() => detectSource(folder.dir)).toThrow(/is a folder/);
    expect(() => detectSource(folder.write('a.json', '{\n "body": "x"\n}'))).toThrow(/one JSON document/);
  });
});
