// Proves what Markdown and HTML are turned into: headings become chapters, marks vanish, and no word is lost.

import { readdirSync, truncateSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readThreads } from '../../test/read-threads.ts';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import { countWords, sumWords } from './book.ts';
import { importHtml } from './import-html.ts';
import { importMarkdown } from './import-markdown.ts';
import { parseMarkdown } from './markdown/parse-markdown.ts';

function importPage(content: string, importer = importMarkdown) {
  const folder = createTemporaryFolder();
  const path = folder.write('book.md', content);
  const destination = folder.path('book.db');
  const report = importer({ path, destination, title: 'Book' });
  return { report, threads: readThreads(destination) };
}

const plain = (markdown: string) =>
  parseMarkdown(markdown.split('\n'))
    .blocks.map(({ text }) => text)
    .join('\n\n');

const book = `---
title: The Tide
author: [A. Person, B. Person]
---

# The Tide

by A. Person

- [Ebb](#ebb)
- [Flow](#flow)
- [Slack](#slack)

## Part One

### Ebb

Asa *went* down.

### Flow

Bo **stayed**.

Part Two
--------

### Slack ###

Nothing.
`;

describe('importMarkdown', () => {
  it('CO16: headings become parts and chapters, and the rest is reported', () => {
    const { report, threads } = importPage(book);
    expect(threads.map(({ title, body }) => [title, body])).toEqual([
      ['Part One · Ebb', 'Asa went down.'],
      ['Part One · Flow', 'Bo stayed.'],
      ['Part Two · Slack', 'Nothing.'],
    ]);
    expect(report).toMatchObject({ kind: 'markdown', bookTitle: 'The Tide', author: 'A. Person, B. Person' });
    expect(report.headingWords).toBe(2 + 2 + 2 + 3);
    expect(report.leftOut).toEqual([
      { what: 'front matter in YAML', words: 10 },
      { what: 'a table of contents', words: 3 },
      { what: 'a title page', words: 3 },
    ]);
  });

  it.each([
    ['# The *Tide*\n\n## Ebb\n\nOne.\n\n## Flow\n\nTwo.', 'The Tide'],
    ['# The Tide\n\nOnly a tale.', 'The Tide'],
    ['---\ntitle: Low Water\n---\n\n# The Tide\n\n## Ebb\n\nOne.\n\n## Flow\n\nTwo.', 'Low Water'],
    ['# Ebb\n\nOne.\n\n# Flow\n\nTwo.', undefined],
    ['# One\n\nA tale.', undefined],
    ['## Ebb\n\nOne.\n\n# Flow\n\nTwo.', undefined],
    ['# Chapter 1\n\nOne.\n\n## A night\n\nTwo.', undefined],
    ['No heading.', undefined],
  ])('CO29: the first heading is the title where no other is as high: %j', (markdown, bookTitle) => {
    expect(importPage(markdown).report.bookTitle).toBe(bookTitle);
  });

  it('CO16: headings below a chapter stay in it as words', () => {
    const long = 'Nine words stand in each one of these lines. '.repeat(15);
    const { threads } = importPage(`# Ebb\n\n${long}\n\n## Night\n\nx\n\n# Flow\n\n${long}\n\n## Day\n\ny`);
    expect(threads.map(({ title }) => title)).toEqual(['Ebb', 'Flow']);
    expect(threads[0]?.body).toContain('Night\n\nx');
  });

  it('CO16: Project Gutenberg’s text is cut off, and if no heading is marked, headings of plain text count', () => {
    const { threads } = importPage(
      `\\*\\*\\* START OF THE PROJECT GUTENBERG EBOOK X \\*\\*\\*\n\nChapter 1\n\n*One.*\n\nChapter 2\n\nTwo.\n\n\\*\\*\\* END OF THE PROJECT GUTENBERG EBOOK X \\*\\*\\*`,
    );
    expect(threads.map(({ title, body }) => [title, body])).toEqual([
      ['Chapter 1', 'One.'],
      ['Chapter 2', 'Two.'],
    ]);
  });

  it.each([
    ['*a* _b_ **c** __d__ ***e*** ~~f~~', 'a b c d e f'],
    ['**bold *and* more**', 'bold and more'],
    ['5 * 3 * 2, snake_case_name, un*believ*able', '5 * 3 * 2, snake_case_name, unbelievable'],
    ['\\*not\\* `*code*` ``a`b``', '*not* *code* a`b'],
    ['[text](http://x.y/a_(b) "title"), <https://z.w>', 'text, https://z.w'],
    ['[text][ref] and [ref]\n\n[ref]: http://x.y', 'text and ref'],
    ['[He nodded] (slowly)', '[He nodded] (slowly)'],
    ['a ![picture](p.png) b ![p][r]', 'a b'],
    ['[![p](p.png)](http://x.y)c', 'c'],
    ['word[^1]\n\n[^1]: The note.', 'word\n\nThe note.'],
    ['a <b>b</b><br>c <Skill gained: Rope>', 'a b\nc <Skill gained: Rope>'],
    ['&amp; &lt;i&gt; &mdash; AT&T', '& <i> — AT&T'],
    ['> quoted\n> more\n>\n> again', 'quoted\nmore\n\nagain'],
    ['- one\n- two\n  more\n\n1. three', 'one\n\ntwo\nmore\n\nthree'],
    ['a <!-- not\n\nthis --> b', 'a\n\nb'],
    ['```js\n# *code*\n\n<b>\n```', '# *code*\n\n<b>'],
    ['one\n\n* * *\n\ntwo\n\n---', 'one\n\n* * *\n\ntwo\n\n* * *'],
    ['| a | b |\n|---|:-:|\n| c | d |', 'a\tb\nc\td'],
    ['One\n===\n\nTwo\n---', 'One\n\nTwo'],
  ])('CO16: %j is read as %j', (markdown, text) => {
    expect(plain(markdown)).toBe(text);
  });

  it('CO19: the words of the file are the words that are stored, chapter by chapter, whatever marks they have', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const marked = fc
      .tuple(word, fc.constantFrom('', '*', '**', '_', '__', '`', '~~'))
      .map(([text, mark]) => `${mark}${text}${mark}`);
    const linked = fc.tuple(word, word).map(([text, target]) => `[${text}](https://x.y/${target})`);
    const phrase = fc.array(fc.oneof(word, marked, linked), { minLength: 1, maxLength: 12 });
    const chapter = fc.array(phrase, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(chapter, { minLength: 2, maxLength: 5 }), (chapters) => {
        const text = chapters
          .map(
            (phrases, at) =>
              `## Chapter ${at + 1}\n\n${phrases.map((words) => words.join(' ')).join('\n\n')}`,
          )
          .join('\n\n');
        const { report, threads } = importPage(text);
        const expected = chapters.map((phrases) => phrases.flat().length);
        expect(threads.map(({ words }) => words)).toEqual(expected);
        expect(report.words + report.headingWords).toBe(countWords(text) - chapters.length);
      }),
      { numRuns: 25 },
    );
  });
});

describe('importHtml', () => {
  it('CO16: a page of HTML is read in the same way', () => {
    const { report, threads } = importPage(
      '<html><head><meta charset="windows-1252"><title>The Tide</title><meta name=author content="A. Person"></head><body><nav>Home About</nav><h2>Ebb</h2><p>One<br>two<p>Three<h2>Flow</h2><p>Four</body></html>',
      importHtml,
    );
    expect(threads.map(({ title, body }) => [title, body])).toEqual([
      ['Ebb', 'One\ntwo\n\nThree'],
      ['Flow', 'Four'],
    ]);
    expect(report).toMatchObject({
      kind: 'html',
      encoding: 'windows-1252',
      bookTitle: 'The Tide',
      author: 'A. Person',
      headingWords: 2,
      leftOut: [{ what: 'a table of contents', words: 2 }],
    });
  });

  it.each([
    ['section id="comments"', 'section'],
    ['div class="site comments-area dark"', 'div'],
    ['ol class="commentlist"', 'ol'],
    ['div id="disqus_thread"', 'div'],
  ])('CO16: what readers wrote below a saved page, in <%s>, is left out and counted', (open, name) => {
    const story = `<h2>Ebb</h2><p>${'The water went out. '.repeat(20)}<div class="comment-free">It was low.</div>`;
    const talk = `<${open}><h3>2 comments</h3><div class="comment"><p>First!</div><div>So <b>good</b></div></${name}>`;
    const { report, threads } = importPage(`<body>${story}${talk}<p>The end.</body>`, importHtml);
    expect(threads.map(({ title, words }) => [title, words])).toEqual([['Ebb', 85]]);
    expect(report.leftOut).toEqual([{ what: 'comments of readers', words: 5 }]);
  });

  it('CO16: a story inside what looks like comments is kept, and so is text that nothing marks as comments', () => {
    const story = 'The water went out, and nobody saw it go. '.repeat(20);
    const only = importPage(`<title>Tide</title><div id="comments"><p>${story}</div><p>Menu`, importHtml);
    expect(only.threads.map(({ words }) => words)).toEqual([181]);
    const { report } = importPage(
      `<body class="comments"><h2>Ebb</h2><p>${story}<span class="comments">Well</span><p class="commentary">So`,
      importHtml,
    );
    expect(report).toMatchObject({ words: 182, leftOut: [] });
  });

  it.each([
    { what: 'a page', megabytes: 64, importer: importHtml, todo: /convert it to EPUB or plain text/ },
    { what: 'a text', megabytes: 256, importer: importMarkdown, todo: /convert it to JSON lines/ },
  ])('CO21: $what of more than $megabytes MB is refused unread', ({ megabytes, importer, todo }) => {
    const folder = createTemporaryFolder();
    const path = folder.write('huge', '<p>');
    truncateSync(path, megabytes * 1024 * 1024 + 1);
    expect(() => importer({ path, destination: folder.path('out.db'), title: 'T' })).toThrow(
      expect.objectContaining({
        code: 'import.too-large',
        happened: `${path} is larger than ${megabytes} MB.`,
        todo: expect.stringMatching(todo),
      }),
    );
    expect(readdirSync(folder.dir)).toEqual(['huge']);
  });

  it('CO19: the words of the page are the words that are stored, chapter by chapter', () => {
    const paragraph = fc.lorem({ maxCount: 12 });
    const chapter = fc.array(paragraph, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(chapter, { minLength: 2, maxLength: 5 }), (chapters) => {
        const html = chapters
          .map(
            (paragraphs, at) =>
              `<h2>Chapter ${at + 1}</h2>${paragraphs.map((text) => `<p>${text.replace(' ', ' <b>&amp;</b> ')}`).join('')}`,
          )
          .join('');
        const { threads } = importPage(`<body>${html}`, importHtml);
        const expected = chapters.map((paragraphs) =>
          sumWords(paragraphs.map((text) => text.replace(' ', ' & '))),
        );
        expect(threads.map(({ words }) => words)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });
});
