// Tests that a story is recognised by its content, whatever the name and format of its file.

import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import { addCorpora, addCorpus } from './add-corpus.ts';
import { createWorld, openWorld, openWorldCorpus } from './open-world.ts';

const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };

/** Chapters made of paragraphs, no two of which are alike. */
const chapters = [1, 2, 3, 4].map((chapter) => ({
  chapter,
  paragraphs: Array.from(
    { length: 12 },
    (_, at) =>
      `Bell ${chapter}.${at} rang over Vell, and “nobody” of the ferry-men — so they said — went *home* before Soma’s ${at + 3} crows came.`,
  ),
}));
type Chapters = typeof chapters;

const wrapLines = (text: string) => text.replaceAll(', and', ',\nand').replaceAll(' before', '\nbefore');
const straighten = (text: string) => text.replace(/[“”]/gu, '"').replaceAll('’', "'").replaceAll(' — ', '--');
const renderText = (story: Chapters) =>
  story
    .map(({ chapter, paragraphs }) => `CHAPTER ${chapter}.\n\n${paragraphs.map(wrapLines).join('\n\n')}\n\n`)
    .join('');
const renderMarkdown = (story: Chapters) =>
  story.map(({ chapter, paragraphs }) => `# Chapter ${chapter}\n\n${paragraphs.join('\n\n')}\n\n`).join('');
const renderPage = (story: Chapters) =>
  `<html><head><title>Vell</title></head><body>${story
    .map(
      ({ chapter, paragraphs }) =>
        `<h2>Chapter ${chapter}</h2>${paragraphs.map((text) => `<p>${text.replaceAll('*', '')}</p>`).join('')}`,
    )
    .join('')}</body></html>`;
const renderLines = (story: Chapters) =>
  story
    .flatMap(({ chapter, paragraphs }) =>
      paragraphs.map((body) => JSON.stringify({ thread: `Chapter ${chapter}`, body })),
    )
    .join('\n');

async function openWith(name: string, text: string) {
  const folder = createTemporaryFolder();
  const dir = folder.path('world');
  createWorld({ dir, title: 'Vell', clock });
  const bring = (file: string, words: string, isSameWorld = false) =>
    addCorpora(openWorld(dir), [{ path: folder.write(file, words) }], { isSameWorld }).then(([one]) => one);
  await bring(name, text);
  const list = () => {
    const corpus = openWorldCorpus(openWorld(dir), 'story');
    const posts = [...corpus.iterateThreads()].flatMap(({ id }) => corpus.readRange({ threadId: id }));
    corpus.close();
    return posts.map(({ postId, body }) => ({ postId, body }));
  };
  return { folder, dir, bring, list };
}

describe('a story whose file has another name', () => {
  it.each([
    ['renamed.txt', renderText(chapters)],
    ['joined.txt', renderText(chapters).replaceAll(',\nand', ', and')],
    ['typed.txt', straighten(renderText(chapters)).replaceAll('CHAPTER', 'Chapter')],
    ['story.md', renderMarkdown(chapters)],
    ['page.html', renderPage(chapters)],
    ['posts.jsonl', renderLines(chapters)],
  ])('FO8: %s is the same story, which stays as it was', async (name, text) => {
    const { dir, folder, bring, list } = await openWith('story.txt', `${renderText(chapters)}\n`);
    const before = list();
    expect(await bring(name, text)).toMatchObject({
      status: 'same',
      was: folder.path('story.txt'),
      corpus: { name: 'story', source: folder.path(name) },
    });
    expect(list()).toEqual(before);
    expect(openWorld(dir).corpora).toHaveLength(1);
    expect(await bring(name, text)).toMatchObject({ status: 'known' });
  });

  it('FO8: a new version in another format brings what is new; what stayed keeps its id and its letters', async () => {
    const { bring, list } = await openWith('story.txt', renderText(chapters.slice(0, 3)));
    const before = list();
    const grown = await bring('longer.html', straighten(renderPage(chapters)));
    expect(grown).toMatchObject({ status: 'grown', revised: { newThreads: 1 } });
    expect(list().slice(0, before.length)).toEqual(before);
    expect(list().length).toBeGreaterThan(before.length);
    const posts = await openWith('story.jsonl', renderLines(chapters.slice(0, 3)));
    const lines = posts.list();
    expect(await posts.bring('longer.md', renderMarkdown(chapters))).toMatchObject({ status: 'grown' });
    expect(posts.list().slice(0, lines.length)).toEqual(lines);
  });

  it('FO8: a file that moved to another folder is recognised, even if another file has its name', async () => {
    const { dir, folder, bring } = await openWith('story.txt', renderText(chapters));
    mkdirSync(folder.path('elsewhere'));
    expect(
      await bring('elsewhere/story.txt', renderText(chapters).replace('Bell 2.4', 'Bell two')),
    ).toMatchObject({ status: 'revised', was: folder.path('story.txt') });
    const other = await bring('other.txt', 'Quillon left the harbour.', true);
    expect(other).toMatchObject({ status: 'added', alike: [] });
    expect(await bring('other.txt', renderText(chapters))).toMatchObject({
      status: 'revised',
      corpus: { name: 'story' },
    });
    expect(openWorld(dir).corpora).toHaveLength(2);
  });

  it('FO8: a file put before the files of a story is not taken for a new name of the first one', async () => {
    const folder = createTemporaryFolder();
    const dir = folder.path('world');
    createWorld({ dir, title: 'Vell', clock });
    const [zero, one, two, three] = chapters.map((chapter, at) =>
      folder.write(`0${at} Bells.md`, renderMarkdown([chapter])),
    );
    const bring = async (path = '', further: readonly string[] = []) =>
      await addCorpora(openWorld(dir), [{ path, further }]).then(([added]) => added);
    await bring(one, [two ?? '', three ?? '']);
    const longer = await bring(zero, [one ?? '', two ?? '', three ?? '']);
    expect(longer).toMatchObject({ status: 'revised', was: undefined, corpus: { source: zero } });
  });

  it('FO8: a part of a story is recognised, and what is mostly a part is refused unless a person wants it', async () => {
    const { dir, bring } = await openWith('story.txt', renderText(chapters));
    expect(await bring('one.md', renderMarkdown(chapters.slice(1, 2)))).toMatchObject({
      status: 'known',
      corpus: { name: 'story' },
    });
    const cut = `${renderText(chapters.slice(1, 2))}And a bell that nobody rang.\n`;
    await expect(bring('cut.txt', cut)).rejects.toMatchObject({ code: 'import.double' });
    expect(openWorld(dir).corpora).toHaveLength(1);
    expect(await bring('cut.txt', cut, true)).toMatchObject({ status: 'added', alike: ['story'] });
  });

  it('FO8: of several stories, the one with which it shares most is meant, and the others are named', async () => {
    const { dir, folder, bring } = await openWith('story.txt', renderText(chapters.slice(0, 2)));
    await bring('second.txt', renderText(chapters.slice(2)));
    expect(openWorld(dir).corpora).toHaveLength(2);
    const lost = chapters.map((one, at) => (at < 2 ? { ...one, paragraphs: one.paragraphs.slice(2) } : one));
    const both = await addCorpus(openWorld(dir), { path: folder.write('both.md', renderMarkdown(lost)) });
    expect(both).toMatchObject({ corpus: { name: 'second' }, alike: ['story'] });
  });
});
