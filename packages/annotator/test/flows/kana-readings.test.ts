// Tests that the readings in a Japanese story find entries, make both kana the same, and are told with a chapter.

import { writeFileSync } from 'node:fs';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { describe, expect, it, onTestFinished } from 'vitest';
import { annotate } from '../../src/annotate.ts';
import { addEntry } from '../../src/edit/add-entry.ts';
import { findByReading } from '../../src/find-by-reading.ts';
import { findInStory } from '../../src/find-in-story.ts';
import { openAnnotator } from '../../src/journal/open-annotator.ts';
import { openWorldView } from '../../src/moments/open-world-view.ts';
import { openNameHistory } from '../../src/pages/name-history.ts';
import { readChapter } from '../../src/pages/read-chapter.ts';
import { defaultRunSettings } from '../../src/runner/run-settings.ts';
import { searchGlossary } from '../../src/search-glossary.ts';
import { searchStory } from '../../src/search-story.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld } from '../../src/world/open-world.ts';
import { answerStory } from '../support/story-model.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const story = [
  ['一', '私は灯守りの御堂紗夜《みどうさや》。ここは鐘ノ浦《かねのうら》だ。さーやと呼ばれる。'],
  ['二', '老人は｜御堂宗玄《みどうそうげん》といった。宗玄は（たぶん）怒っている。みどうの家だ。'],
] as const;
const wish = { reason: undefined };

async function openRead() {
  const environment = buildFakeEnvironment();
  const folder = createTemporaryFolder();
  const path = folder.path('story.jsonl');
  writeFileSync(path, story.map(([thread, body]) => JSON.stringify({ thread, body })).join('\n'));
  const empty = createWorld({ dir: folder.path('world'), title: '灯', clock: environment.clock });
  const { world } = await addCorpus(empty, { path });
  await annotate({
    world,
    model: {
      id: 'test:silent',
      reply: async (request) => ({ ...answerStory(request), calls: [], text: 'Nothing new.' }),
    },
    environment,
    settings: { ...defaultRunSettings, curates: false },
    stop: { isRequested: () => false, abort: new AbortController().signal },
    emit: () => undefined,
  });
  const annotator = openAnnotator(world, environment);
  onTestFinished(() => annotator.close());
  const add = (term: string, quote: string, definition = '人。', aliases: readonly string[] = []) =>
    addEntry(annotator, { term, aliases, definition, quotes: [quote] }, wish).id;
  const saya = add('御堂紗夜', '御堂紗夜。', '灯守り。', ['さーや']);
  const kane = add('鐘ノ浦', 'ここは鐘ノ浦だ。', '町。');
  const sogen = add('御堂宗玄', '老人は御堂宗玄といった。', '老人。');
  return { annotator, environment, saya, kane, sogen };
}

describe('the readings of a Japanese story', () => {
  it('GL15: find the entries behind whose names they stand, up to the place, whichever kana is typed', async () => {
    const { annotator, environment, saya, kane, sogen } = await openRead();
    const find = (query: string) => findByReading(annotator, { query });
    expect(find('みどう')).toEqual([saya, sogen]);
    expect(find('ﾐﾄﾞｳ')).toEqual([saya, sogen]);
    expect(find('みどうそうげん')).toEqual([sogen]);
    expect(find('ソウゲン')).toEqual([sogen]);
    expect(find('かねのうら')).toEqual([kane]);
    for (const query of ['み', 'たぶん', 'うさ', '御堂', 'midou']) expect(find(query)).toEqual([]);
    const { view, close } = openWorldView(annotator, 'thread:1', environment.clock);
    expect(findByReading(view, { query: 'みどう' })).toEqual([saya]);
    close();
    const { entries } = await searchGlossary(annotator.stores.glossary, {
      query: 'みどう',
      byReading: find('みどう'),
      status: annotator.stores.glossary.find(sogen)?.status,
    });
    expect(entries.map(({ id }) => id)).toEqual([saya, sogen]);
  });

  it('GL15, AK2, AK6: hiragana, katakana and half-width katakana find the same', async () => {
    const { annotator, saya } = await openRead();
    for (const query of ['さーや', 'サーヤ', 'ｻｰﾔ', 'さーヤ']) {
      expect(annotator.stores.glossary.search({ query }).map(({ id }) => id)).toEqual([saya]);
      const typed = findInStory(annotator, annotator, { words: query, limit: 5 });
      const { passages } = await searchStory(annotator, { query, limit: 5 });
      for (const found of [typed, passages])
        expect(found.map(({ text }) => text)).toEqual(['さーやと呼ばれる。']);
    }
  });

  it('PG1: are told by their places, each with the word or name before it', async () => {
    const { annotator, saya, kane } = await openRead();
    const history = openNameHistory(annotator);
    history.update(annotator);
    const [corpus = ''] = annotator.corpora.keys();
    const [thread] = [...(annotator.corpora.get(corpus)?.iterateThreads() ?? [])];
    if (thread === undefined) throw new Error('There is no chapter.');
    const [paragraph] = readChapter(annotator, history, { corpus, threadId: thread.id, from: 0 }).paragraphs;
    if (paragraph === undefined) throw new Error('There is no paragraph.');
    const { text, readings, marks } = paragraph;
    expect(text).toBe(story[0][1]);
    const words = readings.map(({ base, bracket, end }) => [
      text.slice(base, bracket),
      text.slice(bracket, end),
    ]);
    expect(words).toEqual([
      ['御堂紗夜', '《みどうさや》'],
      ['鐘ノ浦', '《かねのうら》'],
    ]);
    expect(marks.map(({ start, end, entries }) => [text.slice(start, end), entries])).toEqual([
      ['御堂紗夜', [saya]],
      ['鐘ノ浦', [kane]],
    ]);
  });
});
