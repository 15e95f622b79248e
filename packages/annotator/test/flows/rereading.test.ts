// Proves that changed parts of a story that is imported again are read again, each in the context of its own place.

import { writeFileSync } from 'node:fs';
import { buildPlainReply, type LanguageModel } from '@terrarium/kernel/language-model';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { describe, expect, it } from 'vitest';
import { type AnnotateRequest, annotate, rereadScenes } from '../../src/annotate.ts';
import { askStory } from '../../src/ask-story.ts';
import { collectStory } from '../../src/asking/collect-story.ts';
import type { PostId, ThreadId } from '../../src/corpus/corpus.ts';
import { exportGlossary } from '../../src/export/export-glossary.ts';
import { resolveAnchor } from '../../src/glossary/resolve-anchor.ts';
import { readQuote } from '../../src/inspect/read-quote.ts';
import { readRecap } from '../../src/inspect/read-recap.ts';
import { readPendingRereads } from '../../src/inspect/read-status.ts';
import { type Annotator, openAnnotator } from '../../src/journal/open-annotator.ts';
import { openWorldView, type WorldView } from '../../src/moments/open-world-view.ts';
import { resolveMoment } from '../../src/moments/resolve-moment.ts';
import { listPlacedScenes } from '../../src/pages/find-scene-at.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import type { RunEvent } from '../../src/runner/run-events.ts';
import { defaultRunSettings } from '../../src/runner/run-settings.ts';
import { searchStory } from '../../src/search-story.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld, openWorld } from '../../src/world/open-world.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const environment = buildFakeEnvironment();
const { clock } = environment;
const chapters = {
  One: [
    'Soma was the keeper of Vell. In Vell the gate was shut.',
    'At night Soma slept, and Vell slept with Soma.',
  ],
  Two: ['Quillon was a thief of bells. In Vell they feared Quillon.', 'By dawn Quillon was gone from Vell.'],
  Three: [
    'Then Ondine came. Ondine was the last ferrywoman of Vell.',
    'In spring Ondine left, and Soma wept for Ondine.',
  ],
} as const;
const changed = {
  One: [
    'Soma was the keeper of Vell. In Vell the gate was shut.',
    'At night Soma woke, for old Harrow had come. Harrow was a smith of Vell, and Vell slept.',
  ],
  Between: ['Between them stood Tamsin. Tamsin was a mason of Vell, and old Ondine knew Tamsin.'],
  Two: ['Then Quillon was gone from Vell, and the bells with him.'],
  Three: chapters.Three,
  Four: ['At last Corvin came. Corvin was a judge of Vell.'],
};
type Story = Readonly<Record<string, readonly string[]>>;

class Killed extends Error {}

async function openStory(story: Story, sceneWords = defaultRunSettings.sceneWords) {
  const folder = createTemporaryFolder();
  const dir = folder.path('world');
  createWorld({ dir, title: 'Vell', clock });
  const bring = async (next: Story) => {
    const lines = Object.entries(next).flatMap(([thread, posts]) =>
      posts.map((body) => JSON.stringify({ thread, body })),
    );
    writeFileSync(folder.path('story.jsonl'), lines.join('\n'));
    return await addCorpus(openWorld(dir), { path: folder.path('story.jsonl') });
  };
  await bring(story);
  const build = (emit: (event: RunEvent) => void): AnnotateRequest => ({
    world: openWorld(dir),
    model: openBuiltInReader(),
    environment,
    settings: { ...defaultRunSettings, curates: false, sceneWords },
    stop: { isRequested: () => false, abort: new AbortController().signal },
    emit,
  });
  const open = (): Annotator => openAnnotator(openWorld(dir), { clock });
  const look = <Seen>(see: (annotator: Annotator) => Seen): Seen => {
    const annotator = open();
    try {
      return see(annotator);
    } finally {
      annotator.close();
    }
  };
  const read = (emit: (event: RunEvent) => void = () => undefined) => annotate(build(emit));
  const reread = async (killAt = Number.POSITIVE_INFINITY) => {
    const events: RunEvent[] = [];
    const emit = (event: RunEvent) => {
      if (events.push(event) > killAt) throw new Killed();
    };
    const outcome = await rereadScenes(build(emit)).catch((error: unknown) => {
      if (error instanceof Error && (error instanceof Killed || error.cause instanceof Killed))
        return undefined;
      throw error;
    });
    return {
      outcome,
      opened: events.filter(({ kind }) => kind === 'scene-opened').length,
      events: events.length,
    };
  };
  return { bring, read, reread, open, look };
}

const listTerms = (annotator: Annotator, place?: string) =>
  exportGlossary(annotator, {
    moment: place === undefined ? undefined : resolveMoment(annotator, place),
  }).entries.map(({ term }) => term);
const listProblems = (annotator: Annotator) => verifyAnnotator(annotator).problems.map(({ what }) => what);

async function openChanged() {
  const story = await openStory(chapters);
  await story.read();
  await story.bring(changed);
  await story.read();
  return story;
}

/** Describes the entries, without times and ids. */
function describeEntries(annotator: Annotator) {
  const { entries } = exportGlossary(annotator);
  return entries.map(({ term, definition, evidence }) => ({
    term,
    definition,
    quotes: evidence.map(({ quote }) => quote),
  }));
}

describe('a story that came again in another version', () => {
  it('FO4: counts the posts that were added alike at the import, in a run and in the status', async () => {
    const story = await openStory(chapters);
    await story.read();
    const { Four: _, ...rest } = changed;
    const brought = await story.bring(rest);
    expect(brought).toMatchObject({ revised: { newPosts: 3, formerPosts: 3 } });
    expect(story.look(readPendingRereads)).toMatchObject({ addedPosts: 3, posts: 4 });
    const followed: number[] = [];
    await story.read((event) => {
      if (event.kind === 'corpus-followed') followed.push(event.newPosts, event.differences.length);
    });
    expect(followed).toEqual([0, 3]);
    await story.reread();
    expect(story.look(readPendingRereads)).toMatchObject({ addedPosts: 0, posts: 0 });
  });

  it('FO5: is read on after its end, and again where it changed, and every quote is still found', async () => {
    const story = await openChanged();
    expect(story.look(listTerms)).not.toContain('Harrow');
    expect(story.look(listTerms)).toContain('Corvin');
    expect(story.look(listProblems)).toEqual([]);
    const { outcome, opened } = await story.reread();
    expect(outcome).toEqual({ kind: 'finished' });
    expect(opened).toBe(3);
    expect(story.look(listTerms)).toEqual(expect.arrayContaining(['Harrow', 'Tamsin', 'Quillon']));
    expect(story.look(listProblems)).toEqual([]);
    expect((await story.reread()).opened).toBe(0);
  });

  it('FO5: shows what it brought at its place and not before, and nothing of it at an earlier bookmark', async () => {
    const story = await openStory(chapters);
    await story.read();
    const before = story.look((annotator) => listTerms(annotator, 'snapshot:1'));
    const entries = story.look(describeEntries);
    await story.bring(changed);
    await story.read();
    await story.reread();
    expect(story.look((annotator) => listTerms(annotator, 'snapshot:1'))).toEqual(before);
    expect(story.look((annotator) => listTerms(annotator, 'One'))).toContain('Harrow');
    expect(story.look((annotator) => listTerms(annotator, 'One'))).not.toContain('Tamsin');
    expect(story.look((annotator) => listTerms(annotator, 'Two'))).toContain('Tamsin');
    const first = story.look((annotator) => annotator.stores.glossary.findByTerm('Tamsin')?.firstSeen);
    expect(
      story.look(
        (annotator) => annotator.corpora.get('story')?.findThread(first?.threadId ?? (0 as never))?.title,
      ),
    ).toBe('Between');
    expect(entries.length).toBeGreaterThan(2);
  });

  it('FO5: what a long post brings that was read in parts counts from the last of them, what stands before it from the first', async () => {
    const filler = 'They went on over the white plain, and nobody spoke of what lay behind.\n\n'.repeat(80);
    const write = (start: string) =>
      `${start} Soma was the keeper of Vell. In Vell the gate was shut.\n\n${filler}And there stood Quillon. Quillon was a thief of bells. In Vell they feared Quillon.`;
    const story = await openStory({ One: [write('At dawn she came.')], Two: chapters.Three }, 500);
    await story.read();
    await story.bring({ Before: changed.Between, One: [write('At dusk she left.')], Two: chapters.Three });
    expect((await story.reread()).outcome).toEqual({ kind: 'finished' });
    const [first, ...others] = story.look((annotator) =>
      [...annotator.stores.ledger.iterateScenes()].map(({ id: sceneId, span }) => ({
        isPart: span !== undefined,
        terms: exportGlossary(annotator, { moment: { at: 'scene', sceneId } }).entries.map(
          ({ term }) => term,
        ),
      })),
    );
    expect(first?.terms).toContain('Tamsin');
    const parts = [first, ...others].filter((scene) => scene?.isPart);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.slice(0, -1).flatMap((scene) => scene?.terms)).not.toContain('Quillon');
    expect(parts.at(-1)?.terms).toContain('Quillon');
    expect(story.look(listProblems)).toEqual([]);
  });

  it('AO2: a thread that is gone belongs to no place, so nothing of it is shown at an earlier one', async () => {
    const story = await openStory(chapters);
    await story.read();
    const { One, Two } = chapters;
    await story.bring({ One, Two });
    expect(story.look((annotator) => listTerms(annotator, 'Two'))).toContain('Quillon');
    expect(story.look((annotator) => listTerms(annotator, 'Two'))).not.toContain('Ondine');
    expect(story.look((annotator) => listTerms(annotator, 'before One'))).toEqual([]);
  });

  it('FO6: a quote from a post that is gone is found in the post that replaced it, or only in the earlier version', async () => {
    const story = await openChanged();
    const anchors = story.look((annotator) => {
      const corpus = annotator.corpora.get('story');
      if (corpus === undefined) throw new Error('Where is the story?');
      return [...annotator.stores.glossary.iterateEntries()].flatMap(({ term, evidence }) =>
        evidence.map((piece) => [term, resolveAnchor(corpus, piece).at] as const),
      );
    });
    expect(anchors).toContainEqual(['Quillon', 'former']);
    expect(anchors).toContainEqual(['Ondine', 'here']);
  });

  it('FO5: killed after any event it goes on, and ends as one never killed', async () => {
    const whole = await openChanged();
    const { events } = await whole.reread();
    const expected = whole.look(describeEntries);
    for (let at = 0; at < events; at += 4) {
      const story = await openChanged();
      await story.reread(at);
      expect((await story.reread()).outcome).toEqual({ kind: 'finished' });
      expect(story.look(describeEntries)).toEqual(expected);
      expect(story.look(listProblems)).toEqual([]);
    }
  });
});

/** The story with one word of its second chapter changed. */
const corrected: Story = {
  ...chapters,
  Two: ['Quillon was a thief of coins. In Vell they feared Quillon.', chapters.Two[1]],
};

const withView = <Seen>(annotator: Annotator, place: string, see: (view: WorldView) => Seen): Seen => {
  const { view, close } = openWorldView(annotator, place, clock);
  try {
    return see(view);
  } finally {
    close();
  }
};

describe('a story in which one word was changed', () => {
  it.each([
    { when: 'before it is read again', isReread: false },
    { when: 'when it was read again', isReread: true },
  ])('FO9: shows its chapter, quotes and recap at a place, $when', async ({ isReread }) => {
    const story = await openStory(chapters);
    await story.read();
    const former = story.look((annotator) =>
      withView(annotator, 'Two', (view) => ({
        title: view.corpora.get('story')?.findThread(2 as ThreadId)?.title,
        terms: listTerms(annotator, 'Two'),
        parts: readRecap(annotator, view).parts.map(({ first }) => first.threadTitle),
      })),
    );
    await story.bring(corrected);
    await story.read();
    if (isReread) await story.reread();
    story.look((annotator) => {
      const posts = annotator.corpora.get('story')?.readRange({ threadId: 2 as ThreadId }) ?? [];
      for (const place of ['Two', `post:${posts.at(-1)?.postId}`, 'after post:4']) {
        withView(annotator, place, (view) => {
          const corpus = view.corpora.get('story');
          expect(corpus?.findThread(2 as ThreadId)?.title).toBe(former.title);
          expect(corpus?.findThread(3 as ThreadId)).toBeUndefined();
          expect(listTerms(annotator, place)).toEqual(former.terms);
          const recap = readRecap(annotator, view);
          expect(recap.parts.map(({ first }) => first.threadTitle)).toEqual(former.parts);
          expect(recap.parts.at(-1)?.summary?.text).toContain('coins');
          const anchors = [...view.stores.glossary.iterateEntries()].flatMap((entry) =>
            entry.evidence
              .filter(({ quote }) => quote.includes('feared Quillon'))
              .map((piece) => readQuote(view, piece)),
          );
          expect(anchors.length).toBeGreaterThan(0);
          for (const { anchor, threadTitle } of anchors)
            expect([anchor.at, threadTitle]).toEqual(['moved', 'Two']);
        });
      }
      expect(resolveMoment(annotator, `before post:${posts[0]?.postId}`)).toEqual(
        resolveMoment(annotator, 'One'),
      );
    });
  });

  it('FO9: a place at a post that was taken out is behind the scenes before it, not before the chapter', async () => {
    const more = ['At noon Quillon was back in Vell. The bells were not.', 'At dusk Quillon slept in Vell.'];
    const story = await openStory({ ...chapters, Two: [...chapters.Two, ...more] }, 20);
    await story.read();
    const [first, second, , fourth] = [...chapters.Two, ...more];
    await story.bring({ ...chapters, Two: [first, second, fourth ?? ''] });
    await story.read();
    story.look((annotator) => {
      const scenes = annotator.stores.ledger.readThreadScenes({ corpus: 'story', threadId: 2 as ThreadId });
      expect(scenes.map(({ lastPostId }) => lastPostId)).toEqual([4, 6]);
      const [begun, ended] = scenes.map(({ id }) => ({ at: 'scene', sceneId: id }));
      expect(annotator.corpora.get('story')?.findFormer(5 as PostId)?.now).toBeUndefined();
      expect(resolveMoment(annotator, 'after post:5')).toEqual(begun);
      expect(resolveMoment(annotator, 'after post:6')).toEqual(ended);
    });
  });

  it('FO6: a search finds the former words until the new ones are read, and then only these', async () => {
    const story = await openStory(chapters);
    await story.read();
    await story.bring(corrected);
    await story.read();
    const find = async (query: string, place?: string) => {
      const annotator = story.open();
      const { view, close } = openWorldView(annotator, place, clock);
      const { passages } = await searchStory(view, { query, limit: 9 });
      const whole = collectStory(view, 'story', 10_000) ?? [];
      close();
      annotator.close();
      return [passages.map(({ text }) => text), whole.some(({ text }) => text.includes(query))];
    };
    expect(await find('bells')).toEqual([['Quillon was a thief of bells.'], true]);
    await story.reread();
    for (const place of [undefined, 'Two']) {
      expect(await find('bells', place)).toEqual([[], false]);
      expect(await find('coins', place)).toEqual([['Quillon was a thief of coins.'], true]);
    }
  });

  it('FO6: a question is sent with the words that the story has now, where the quotes of its entries stand', async () => {
    const story = await openStory(chapters);
    await story.read();
    await story.bring(corrected);
    await story.read();
    await story.reread();
    let shown = '';
    const model: LanguageModel = {
      id: 'test:asked',
      async reply({ messages }) {
        shown = messages.at(-1)?.content ?? '';
        return buildPlainReply('NOT KNOWN', []);
      },
    };
    const annotator = story.open();
    const fresh = annotator.corpora.get('story')?.readRange({ threadId: 2 as ThreadId })[0];
    await askStory(annotator, annotator, { question: 'Who is Quillon?', asked: { model }, budget: 250 });
    annotator.close();
    const quotes = [...shown.matchAll(/<quote [^>]*>[^<]*<\/quote>/gu)].map(([quote]) => quote);
    expect(quotes.some((quote) => quote.includes('feared Quillon'))).toBe(true);
    for (const quote of quotes) {
      expect(quote).not.toContain('bells');
      if (quote.includes('feared Quillon')) expect(quote).toContain(`post="${fresh?.postId}"`);
    }
  });

  it('FO9: every scene of a page is placed, unless its new posts also replace those of the next scene', async () => {
    const list = async (next: Story) => {
      const story = await openStory(chapters, 10);
      await story.read();
      await story.bring(next);
      await story.read();
      await story.reread();
      return story.look((annotator) => {
        const posts = annotator.corpora.get('story')?.readRange({ threadId: 2 as ThreadId }) ?? [];
        const places = new Map(
          posts.map(({ postId }, at) => [annotator.corpora.get('story')?.findPlace(postId)?.ordinal, at]),
        );
        const scenes = listPlacedScenes(annotator, { corpus: 'story', threadId: 2 as ThreadId });
        return scenes.map(({ scene, first, last }) => [
          scene.sceneIndex,
          places.get(first),
          places.get(last),
        ]);
      });
    };
    const kept = [
      [0, 0, 0],
      [1, 1, 1],
    ];
    expect(await list(chapters)).toEqual(kept);
    expect(await list(corrected)).toEqual(kept);
    const [first, second] = [corrected['Two']?.[0] ?? '', 'By dawn Quillon was far from Vell.'];
    expect(await list({ ...chapters, Two: [chapters.Two[0], second] })).toEqual(kept);
    expect(await list({ ...chapters, Two: [first, second] })).toEqual([]);
  });
});
