// Tests what a reader asks at a place in the story: recaps, searches and answers contain nothing from after it.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildFakeEmbedder } from '@terrarium/kernel/testing/fake-embedder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askForRecap, type ToldPart } from '../../src/ask-for-recap.ts';
import { askStory } from '../../src/ask-story.ts';
import type { PostId } from '../../src/corpus/corpus.ts';
import { buildEditSource } from '../../src/edit/person-source.ts';
import { collectGlossary } from '../../src/export/export-glossary.ts';
import { findInStory } from '../../src/find-in-story.ts';
import type { Revision } from '../../src/glossary/revision.ts';
import { readRecap } from '../../src/inspect/read-recap.ts';
import type { Annotator } from '../../src/journal/open-annotator.ts';
import { listAhead } from '../../src/list-ahead.ts';
import { openWorldView, type WorldView } from '../../src/moments/open-world-view.ts';
import { readReaderPlace, removeReaderLimit, writeReaderPlace } from '../../src/moments/reader-place.ts';
import { resolveMoment } from '../../src/moments/resolve-moment.ts';
import { setReadingPoint } from '../../src/pages/reader-standing.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { searchStory } from '../../src/search-story.ts';
import { buildLongStory } from '../support/long-story.ts';
import { buildSmallWorld } from '../support/small-world.ts';
import { answerStory } from '../support/story-model.ts';
import { toAnnotator } from '../support/to-annotator.ts';

/** Which places are tested: all in the long proofs, otherwise every eighth. */
const everyPlace = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 1 : 8;
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
const personPattern = /In the morning they saw (\w+)/g;

/** A model whose summaries name everybody in the prompt, even people who appear only after the summarised scenes. */
const talkative: LanguageModel = {
  id: 'test:talkative',
  async reply(request) {
    const reply = answerStory(request);
    if (!(request.messages.at(-1)?.content.includes('<summary_request') ?? false)) return reply;
    const shown = request.messages.map(({ content }) => content).join('\n');
    const people = [...shown.matchAll(personPattern)].map(([, name]) => name);
    const before = [...shown.matchAll(/Seen: ([^.]*)\./g)].map(([, names]) => names);
    return { ...reply, text: `Seen: ${[...new Set([...before, ...people])].join(' ')}.` };
  },
};

interface Read {
  readonly annotator: Annotator;
  /** The new person of each scene and the post that names them, in reading order. */
  readonly people: readonly { readonly name: string; readonly post: PostId }[];
  close(): void;
}

async function readStory(
  threads: number,
  scenes: number,
  { limit, model = talkative }: { readonly limit?: number; readonly model?: LanguageModel } = {},
): Promise<Read> {
  const world = buildSmallWorld(buildLongStory(threads, scenes));
  const opened = world.open(model, { settings: { contextBudget: 6_000, limit } });
  await runStates(opened.run);
  const annotator = toAnnotator(world, opened);
  const people = [...annotator.stores.ledger.iterateScenes()].map(({ firstPostId: post }) => {
    const [, name = ''] = /they saw (\w+)/.exec(world.corpus.findBody(post) ?? '') ?? [];
    return { name, post };
  });
  const close = () => {
    opened.connection.close();
    world.remove();
  };
  return { annotator, people, close };
}

/** A story of several threads, which folds merge, and a story of one long thread, which folds summarise in chunks. */
let stories: readonly Read[] = [];
beforeAll(async () => {
  stories = [await readStory(4, 8), await readStory(1, 32)];
});
afterAll(() => {
  for (const story of stories) story.close();
});

/** Calls `look` with each place of each story and the people who appear only after it. */
function visitPlaces(
  look: (
    view: WorldView,
    place: { readonly story: Read; readonly behind: readonly string[]; readonly at: number },
  ) => void,
): void {
  for (const story of stories) {
    for (const [at, { post }] of story.people.entries()) {
      if (at % everyPlace !== 0) continue;
      const { view, close } = openWorldView(story.annotator, `post:${post}`, clock);
      const behind = story.people.slice(at + 1).map(({ name }) => name);
      look(view, { story, behind, at });
      close();
    }
  }
}

describe('AK1: a recap', () => {
  it('has each post up to the place in one part, and nothing after the place, whatever the model wrote', () => {
    let told = 0;
    visitPlaces((view, { story, behind, at }) => {
      const recap = readRecap(story.annotator, view);
      const { parts } = recap;
      expect(parts.reduce((sum, part) => sum + part.posts, 0)).toBe(at + 1);
      expect(parts[0]?.first.postId).toBe(story.people[0]?.post);
      expect(parts.at(-1)?.last.postId).toBe(story.people[at]?.post);
      const text = JSON.stringify(recap);
      told += parts.filter(({ summary }) => summary !== undefined).length;
      expect(behind.filter((name) => text.includes(name))).toEqual([]);
    });
    expect(told).toBeGreaterThan(stories.length);
  });

  it('tells of the story so far, and of open chunks', () => {
    const [many, single] = stories.map(({ annotator }) => readRecap(annotator, annotator).parts);
    expect(many?.[0]?.summary?.text).toContain('Seen: ');
    expect(many?.[0]?.last.threadTitle).not.toBe(many?.[0]?.first.threadTitle);
    expect(single?.filter(({ summary }) => summary !== undefined).length).toBeGreaterThan(1);
  });

  it('names the people whom a part without a summary is the first to name, or else tells the part in its own sentences', () => {
    let named = 0;
    visitPlaces((view, { story }) => {
      for (const { summary, noted } of readRecap(story.annotator, view).parts) {
        if (summary === undefined) named += 1;
        expect(noted.length > 0).toBe(summary === undefined);
      }
    });
    expect(named).toBeGreaterThan(0);
  });
});

/**
 * A model that sums up parts of the story and names, in each summary, everybody in the part. `change` spoils its
 * replies, and its first reply may be cut off.
 */
function buildTeller(
  change: (reply: string, asked: number) => string = (reply) => reply,
  isFirstCut = false,
) {
  const prompts: string[] = [];
  const model: LanguageModel = {
    id: 'test:teller',
    async reply(request, options) {
      const prompt = request.messages.map(({ content }) => content).join('\n');
      prompts.push(prompt);
      const parts = [...prompt.matchAll(/<part label="p(\d+)"[^>]*>([\s\S]*?)<\/part>/g)];
      const told = parts.map(([, label, text = '']) => {
        const people = [...text.matchAll(personPattern)].map(([, name]) => name);
        return `[p${label}] They met ${people.join(' and ')}.`;
      });
      const finish = isFirstCut && prompts.length === 1 ? 'length' : 'stop';
      const text = change(told.join('\n'), prompts.length);
      for (const piece of text.match(/[\s\S]{1,7}/gu) ?? []) options?.onText?.(piece);
      return { ...answerStory(request), calls: [], finish, text };
    },
  };
  return { asked: { model }, prompts };
}

describe('AK7: a recap for which a model is asked', () => {
  it('has a summary of every part, made from its own posts alone, and stores none', async () => {
    for (const story of stories) {
      const { view, close } = openWorldView(story.annotator, `post:${story.people[12]?.post}`, clock);
      const { asked, prompts } = buildTeller();
      const untold = readRecap(story.annotator, view).parts.filter(
        ({ summary }) => summary?.origin !== 'model',
      );
      const { parts } = await askForRecap(story.annotator, view, { asked, budget: 6_000, words: 600 });
      expect(untold.length).toBeGreaterThan(0);
      expect(parts.filter(({ summary }) => summary?.origin === 'asked').length).toBe(untold.length);
      for (const { first, last, summary } of parts.filter((part) => part.summary?.origin === 'asked')) {
        const within = story.people.filter(({ post }) => first.postId <= post && post <= last.postId);
        expect(summary?.text).toBe(`They met ${within.map(({ name }) => name).join(' and ')}.`);
      }
      expect(prompts.join().match(/<part /g)?.length).toBe(untold.length);
      expect(prompts.join()).toMatch(/<part [^>]*>[^<]*\S\n\n\S/u);
      for (const { name } of story.people.slice(13)) expect(prompts.join()).not.toContain(name);
      expect(readRecap(story.annotator, view).parts).not.toEqual(parts);
      close();
    }
  });

  it('asks once more for parts that are missing or name something unread, and then does without such sentences', async () => {
    const [story] = stories;
    if (story === undefined) return;
    const later = story.people[20]?.name ?? '';
    const { view, close } = openWorldView(story.annotator, `post:${story.people[12]?.post}`, clock);
    const read = async (
      change: (reply: string, asked: number) => string,
      isCut = false,
      onTold?: (part: ToldPart) => void,
    ) => {
      const { asked, prompts } = buildTeller(change, isCut);
      const { parts } = await askForRecap(story.annotator, view, { asked, budget: 6_000, onTold });
      return {
        texts: parts.flatMap(({ summary }) => (summary?.origin === 'asked' ? summary.text : [])),
        prompts,
      };
    };
    const plain = await read((reply) => reply);
    const late = await read((reply, asked) => (asked === 1 ? `Here they are:` : reply));
    expect(late.texts).toEqual(plain.texts);
    expect(late.prompts.at(-1)).toContain('- [p1] is missing.');
    const shown: string[] = [];
    const leaky = await read(
      (reply) => reply.replaceAll(/$/gmu, ` At the end ${later} waits.`),
      false,
      ({ text }) => void shown.push(text),
    );
    expect(leaky.prompts.at(-1)).toContain(`uses names that are in nothing read so far: "${later}"`);
    expect(leaky.texts).toEqual(plain.texts);
    // While the summary is being written, nothing unread and no half sentence may be shown either.
    expect(new Set(shown.filter((text) => text !== ''))).toEqual(new Set(plain.texts));
    const silent = await read(() => 'I am sorry, but I cannot sum up this part of the story for you.');
    expect(silent.texts).toEqual([]);
    const cut = await read((reply, asked) => (asked === 1 ? reply.slice(0, -8) : reply), true);
    expect(cut.texts).toEqual(plain.texts);
    expect(cut.prompts.at(-1)).toContain('- [p1] is missing.');
    close();
  });

  it('sends at most four prompts, newest parts first, also for what the built-in reader read', async () => {
    const story = await readStory(6, 5, { model: openBuiltInReader() });
    const { glossary } = story.annotator.stores;
    const [teller] = [...glossary.iterateEntries()];
    if (teller === undefined) throw new Error('The glossary is empty.');
    const source = buildEditSource(story.annotator, { reason: undefined }, [teller.id]);
    glossary.update(teller.id, { tags: [...teller.tags, 'narrator'] }, source);
    const read = async (budget: number) => {
      const { asked, prompts } = buildTeller();
      const { parts } = await askForRecap(story.annotator, story.annotator, { asked, budget });
      return { prompts, told: parts.map(({ summary }) => summary?.origin === 'asked') };
    };
    const wide = await read(100_000);
    expect([wide.prompts.length, new Set(wide.told)]).toEqual([1, new Set([true])]);
    // The model is told who says `I`.
    expect(wide.prompts[0]).toContain(` teller="${teller.term}"`);
    const narrow = await read(1_800);
    expect(narrow.prompts.length).toBe(4);
    for (const prompt of narrow.prompts) expect(estimateTokens(prompt)).toBeLessThan(1_800);
    expect(narrow.prompts[0]).toContain(story.people.at(-1)?.name);
    expect([narrow.told.at(0), narrow.told.at(-1)]).toEqual([false, true]);
    story.close();
  });
});

describe('AK1: a recap of what the built-in reader read', () => {
  it('tells in each part of scenes of that part, to the end', async () => {
    const story = await readStory(6, 5, { model: openBuiltInReader() });
    const { parts } = readRecap(story.annotator, story.annotator);
    expect(parts.length).toBeGreaterThan(2);
    for (const { first, last, summary } of parts) {
      const within = story.people.filter(({ post }) => first.postId <= post && post <= last.postId);
      const told = story.people.filter(({ name }) => summary?.text.includes(name));
      expect(told.length).toBeGreaterThan(0);
      expect(within).toEqual(expect.arrayContaining(told));
      expect(summary?.text).not.toContain('Noted in the glossary');
    }
    story.close();
  });

  it('has no words of readers, none of their choices, no half of a speech, and of a long post only what was read', async () => {
    const words = (name: string) =>
      Array.from({ length: 12 }, () => `By noon ${name} had come to the gate of the town and slept.`).join(
        ' ',
      );
    const world = buildSmallWorld([
      {
        body: `${words('Soma')}\n\n"Late," said Soma. "I came. Soma Vale slept."\n\n> [ ] Soma goes home with Ember.`,
      },
      { body: words('Heckler'), tags: ['comment'] },
      { body: `${words('Soma')}\n\n${words('Quillon')}` },
    ]);
    const opened = world.open(openBuiltInReader(), { settings: { sceneWords: 180, limit: 2 } });
    await runStates(opened.run);
    const annotator = toAnnotator(world, opened);
    const { parts } = readRecap(annotator, annotator);
    const told = parts.map(({ summary }) => summary?.text).join(' ');
    const isTold = ['Soma', 'Heckler', 'Quillon', 'Ember'].map((name) => told.includes(name));
    expect(isTold).toEqual([true, false, false, false]);
    expect(told).not.toContain('"');
    opened.connection.close();
    world.remove();
  });
});

describe('AK2: a search in the story', () => {
  it('finds each post up to the place that has the words, and none after it', async () => {
    const searches: Promise<void>[] = [];
    const [story] = stories;
    if (story === undefined) return;
    const { view, close } = openWorldView(story.annotator, `post:${story.people[12]?.post}`, clock);
    for (const [at, { name, post }] of story.people.entries()) {
      const search = searchStory(view, { query: `${name}'s wagons`, limit: 100 });
      searches.push(
        search.then(({ passages }) => {
          const [first] = passages;
          expect(passages.map(({ position }) => position.postId).sort((a, b) => a - b)).toEqual(
            story.people.slice(0, 13).map((one) => one.post),
          );
          expect(first?.position.postId === post).toBe(at <= 12);
          if (at <= 12) expect(first?.text.slice(first.matches[0]?.start, first.matches[0]?.end)).toBe(name);
        }),
      );
    }
    await Promise.all(searches);
    close();
  });

  it('adds the other sentences of a post that have as much, behind all posts and within the limit', async () => {
    const [story] = stories;
    if (story === undefined) return;
    const search = async (more: object) => {
      const found = await searchStory(story.annotator, { query: 'gate', limit: 60, ...more });
      return found.passages.map(({ position, span, text }) => ({ post: position.postId, span, text }));
    };
    const [firsts, all] = [await search({}), await search({ withRest: true })];
    expect(firsts.length).toBeGreaterThan(1);
    expect(firsts.length).toBe(new Set(firsts.map(({ post }) => post)).size);
    expect(all.slice(0, firsts.length)).toEqual(firsts);
    const few = await search({ query: story.people[0]?.name, withRest: true });
    expect(few).toHaveLength(2);
    expect(new Set(few.map(({ post }) => post)).size).toBe(1);
    expect(new Set(few.map(({ span }) => span.start)).size).toBe(2);
    expect(few.every(({ text }) => text.includes(story.people[0]?.name ?? '?'))).toBe(true);
    expect(await search({ query: story.people[0]?.name, withRest: true, limit: 1 })).toEqual(few.slice(0, 1));
  });

  it('finds what a reading that stopped there finds, in the same order, by meaning too', async () => {
    const [whole] = stories;
    const stopped = await readStory(4, 8, { limit: 13 });
    if (whole === undefined) return;
    const { view, close } = openWorldView(whole.annotator, `post:${whole.people[12]?.post}`, clock);
    const embedder = buildFakeEmbedder();
    const search = async (one: WorldView) => {
      const meaning = { embedder, vectorsPath: one.world.vectorsPath };
      const queries = ['gate of Orrum', 'salt carriers', '"left Vell"', 'Somac Dawnela', 'the'];
      const found = queries.map((query) => searchStory(one, { query, limit: 30 }));
      return await Promise.all([
        ...found,
        searchStory(one, { query: 'carriers of salt', limit: 30, meaning }),
      ]);
    };
    const found = await search(view);
    expect(found.every(({ passages }) => passages.length > 0)).toBe(true);
    expect(found).toEqual(await search(stopped.annotator));
    close();
    stopped.close();
  });
});

/** Finds suggestions for these typed texts at the stored place. */
function findTyped({ annotator }: Read, typed: readonly string[]) {
  const { view, close } = openWorldView(annotator, readReaderPlace(annotator.world), clock);
  const found = typed.flatMap((words) => findInStory(annotator, view, { words, limit: 100 }));
  close();
  return found.map(({ position, text, span }) => ({ post: position.postId, text, end: span.end }));
}

/** Tests a place right before or right after the name of a new person. */
function checkTyped(story: Read, at: number, isRead: boolean): void {
  const { annotator, people } = story;
  const { name, post } = people[at] ?? { name: '', post: 0 as PostId };
  const [corpus] = annotator.corpora.values();
  const start = corpus?.findBody(post)?.indexOf(name) ?? 0;
  const offset = isRead ? start + name.length : start;
  setReadingPoint(annotator, { corpus: corpus?.name ?? '', postId: post, offset });
  const own = findTyped(story, [name.slice(0, -1).toUpperCase()]);
  expect(own.some((one) => one.post === post && one.text.includes(name))).toBe(isRead);
  const all = findTyped(
    story,
    people.map((one) => one.name),
  );
  expect(all.length).toBeGreaterThanOrEqual(at + Number(isRead));
  const behind = people.slice(at + 1);
  const leaks = all.filter((one) =>
    behind.some((later) => later.post === one.post || one.text.includes(later.name)),
  );
  expect(leaks).toEqual([]);
  expect(all.filter((one) => one.post === post && one.end > offset)).toEqual([]);
}

describe('AK6: finding while somebody types', () => {
  it('finds the read part of a post and what is before it, and nothing after the sentence where the reader left off', () => {
    for (const story of stories) {
      for (const at of story.people.keys()) {
        if (at % everyPlace !== 0) continue;
        checkTyped(story, at, false);
        checkTyped(story, at, true);
      }
      removeReaderLimit(story.annotator.world);
    }
  });

  it('finds up to a place that was named, and everything without one', () => {
    for (const story of stories) {
      const [read, unread] = story.people.slice(3, 5).map(({ name }) => [name]);
      writeReaderPlace(story.annotator.world, `post:${story.people[3]?.post}`);
      expect(findTyped(story, read ?? []).length).toBeGreaterThan(0);
      expect(findTyped(story, unread ?? [])).toEqual([]);
      removeReaderLimit(story.annotator.world);
      expect(findTyped(story, unread ?? []).length).toBeGreaterThan(0);
    }
  });

  it('finds words side by side first, also other spellings, and posts that lack a word only if none has all', async () => {
    const world = buildSmallWorld([
      { body: 'The lamp was red. A café stood there. Zoë waited. Weißgerber left. The lamp went out.' },
      { body: 'She saw the red lamp. The door was shut.' },
      { body: 'A weathercock turned.' },
      {
        body: `It rained. ‘We’ll wait,’ said he. ‘The ferry is late. Go in,’ he said. ‘${'Look! '.repeat(99)} The buoy!’`,
      },
    ]);
    const opened = world.open(openBuiltInReader(), {});
    await runStates(opened.run);
    const annotator = toAnnotator(world, opened);
    const find = (words: string, limit = 9) =>
      findInStory(annotator, annotator, { words, limit }).map(({ text, matches }) => [
        text,
        ...matches.map(({ start, end }) => text.slice(start, end)),
      ]);
    expect(find('red lamp')).toEqual([
      ['She saw the red lamp.', 'red', 'lamp'],
      ['The lamp was red.', 'lamp', 'red'],
    ]);
    // Behind the first sentence of each part come further ones, as far as the limit leaves room.
    const lamps = ['The lamp was red.', 'She saw the red lamp.', 'The lamp went out.'];
    expect(find('lamp').map(([text]) => text)).toEqual(lamps);
    expect(find('lamp', 2).map(([text]) => text)).toEqual(lamps.slice(0, 2));
    expect(find('ZOE')).toEqual([['Zoë waited.', 'Zoë']]);
    expect(find('cafe')).toEqual([['A café stood there.', 'café']]);
    for (const typed of ['weissgerber', 'WEISSGERBER', 'Weißgerber'])
      expect(find(typed)).toEqual([['Weißgerber left.', 'Weißgerber']]);
    // The same holds for a search that is not made while somebody types.
    for (const query of ['weissgerber', 'Weißgerber', 'left Weissgerber']) {
      const { passages } = await searchStory(annotator, { query, limit: 9 });
      expect(passages.map(({ text }) => text)).toEqual(['Weißgerber left.']);
    }
    // A sentence of a speech is shown with the rest of the speech, unless that is long.
    expect(find('ferry')).toEqual([['‘The ferry is late. Go in,’ he said.', 'ferry']]);
    expect(find('buoy')).toEqual([['The buoy!’', 'buoy']]);
    expect(find('weatherc')).toEqual([['A weathercock turned.', 'weathercock']]);
    expect(find('we')).toEqual([]);
    expect(find('weathercocks door')).toHaveLength(1);
    for (const words of ['', '"', '*', 'a* OR b', '((', '\u0000', '\ud800', '%', 'NEAR(']) find(words);
    // If only one story is searched, sentences of another story neither take the place of its sentences nor rank above
    // them.
    opened.connection.prepare("UPDATE read_part SET corpus = 'other' WHERE id = 2").run();
    const both = { ...annotator, corpora: new Map([...annotator.corpora, ['other', world.corpus]]) };
    const ofMain = findInStory(both, both, { words: 'red lamp', limit: 1, corpus: 'main' });
    expect(ofMain.map(({ text }) => text)).toEqual(['The lamp was red.']);
    opened.connection.close();
    world.remove();
  });
});

describe('AK3: an answer', () => {
  it('uses only what is known at the place: the model is shown nothing else, and no sentence names anything later', async () => {
    const asked: string[] = [];
    for (const story of stories) {
      const names = story.people.map(({ name }) => name);
      const all = names.map((name) => `Then came ${name}. [q1]`).join(' ');
      const model: LanguageModel = {
        id: 'test:all-knowing',
        async reply(request) {
          asked.push(request.messages.map(({ content }) => content).join('\n'));
          return { ...answerStory(request), calls: [], text: `${all} It is so.`, finish: 'stop' };
        },
      };
      const at = 11;
      const { view, close } = openWorldView(story.annotator, `post:${story.people[at]?.post}`, clock);
      const question = 'Who stood at the gate?';
      const { said, entries } = await askStory(story.annotator, view, { question, asked: { model } });
      close();
      const behind = names.slice(at + 1);
      const text = JSON.stringify([said, entries, asked.splice(0)[0]]);
      expect(behind.filter((name) => text.includes(name))).toEqual([]);
      expect(said?.sentences.length).toBeGreaterThan(0);
      expect(said?.sentences.every(({ quotes }) => quotes.length === 1)).toBe(true);
      expect(said?.leftOut).toBeGreaterThan(behind.length);
    }
  });

  it('AK3: is asked for with quotes that take at most two thirds of the budget, even if each character is a token', async () => {
    const sentence = '青云山的守门人在雪中点燃了灯，等待远方的朋友归来。';
    const world = buildSmallWorld(
      Array.from({ length: 12 }, (_, at) => ({
        thread: `第${at + 1}章`,
        body: `这是${at + 1}年冬天，${sentence.repeat(8)}`,
      })),
    );
    const opened = world.open(talkative, {});
    await runStates(opened.run);
    const annotator = toAnnotator(world, opened);
    const asked: string[] = [];
    const model: LanguageModel = {
      id: 'test:listening',
      async reply(request) {
        asked.push(request.messages.map(({ content }) => content).join('\n'));
        return { ...answerStory(request), calls: [], text: 'Unknown.', finish: 'stop' };
      },
    };
    const question = '是谁在雪中点燃了灯？';
    const budget = 400;
    await askStory(annotator, annotator, { question, asked: { model }, budget });
    const characters = asked[0]?.match(/\p{Script=Han}/gu)?.length ?? 0;
    expect(characters).toBeGreaterThan(budget / 8);
    expect(characters).toBeLessThan((budget * 2) / 3);
    opened.connection.close();
    world.remove();
  });

  it('AK3: shows a model more quotes of an entry that is asked about alone, and found sentences beside them', async () => {
    const [, story] = stories;
    if (story === undefined) return;
    const { annotator, people } = story;
    const { glossary } = annotator.stores;
    const evidence = [...glossary.iterateEntries({})].flatMap((entry) => entry.evidence).slice(0, 20);
    const read: typeof glossary.read = (ids) => glossary.read(ids).map((entry) => ({ ...entry, evidence }));
    const view = { ...annotator, stores: { ...annotator.stores, glossary: { ...glossary, read } } };
    const budget = 6_000;
    const listShown = async (question: string) => {
      const { asked, prompts } = buildTeller();
      await askStory(annotator, view, { question, asked, budget });
      return new Set(
        [...(prompts[0] ?? '').matchAll(/<quote [^>]*post="(\d+)"/g)].map(([, post]) => Number(post)),
      );
    };
    const countShown = async (question: string) => {
      const shown = await listShown(question);
      return evidence.filter(({ postId }) => shown.has(postId)).length;
    };
    const one = await countShown(`Who is ${people[3]?.name}?`);
    const names = people.slice(0, 4).map(({ name }) => name);
    expect(one).toBeGreaterThan(await countShown(`Who are ${names.join(' and ')}?`));
    expect(one).toBeGreaterThan(8);
  });

  it('AK3: has, without a model, what the question names, or else the closest, and says so', async () => {
    const [story] = stories;
    if (story === undefined) return;
    const { annotator, people } = story;
    const name = people[3]?.name ?? '';
    const question = `Who is ${name}?`;
    const named = await askStory(annotator, annotator, { question });
    expect(named).toMatchObject({ said: undefined, isNamed: true, entries: [{ term: name }] });
    expect(named.entries).toHaveLength(1);
    const typed = await askStory(annotator, annotator, { question: `who is ${name.toLowerCase()}` });
    expect(typed).toEqual(named);
    const unnamed = await askStory(annotator, annotator, { question: 'Whom did they see in the morning?' });
    expect(unnamed.isNamed).toBe(false);
    expect(unnamed.entries.length).toBeLessThanOrEqual(3);
  });

  it('AK3: has the sentences up to the one where the reader left off, even in a scene that they have not finished', async () => {
    const [story] = stories;
    if (story === undefined) return;
    const { annotator, people } = story;
    const { name, post } = people[9] ?? { name: '', post: 0 as PostId };
    const [corpus] = annotator.corpora.values();
    const start = corpus?.findBody(post)?.indexOf(name) ?? 0;
    const ask = async (offset: number, isOwnPlace: boolean) => {
      setReadingPoint(annotator, { corpus: corpus?.name ?? '', postId: post, offset });
      const { view, close } = openWorldView(annotator, readReaderPlace(annotator.world), clock);
      const { entries, passages } = await askStory(annotator, view, {
        question: `Who is ${name}?`,
        isOwnPlace,
      });
      close();
      return [entries.length, passages.filter(({ text }) => text.includes(name)).length];
    };
    expect(await ask(start, true)).toEqual([0, 0]);
    expect(await ask(start + name.length, true)).toEqual([0, 1]);
    // A place that is given for one question may be before the reader's own place.
    expect(await ask(start + name.length, false)).toEqual([0, 0]);
    removeReaderLimit(annotator.world);
  });
});

describe('AO2: what a model proposed against a person', () => {
  it('AO2: is shown from the scene on in which it was proposed', () => {
    const [story] = stories;
    if (story === undefined) throw new Error('No story was read.');
    const { glossary } = story.annotator.stores;
    const { entryId, stepId } = glossary
      .listEntryIds()
      .map((id) => glossary.readRevisions(id)[0])
      .find((one) => one?.position.postId === story.people[8]?.post) as Revision;
    const source = buildEditSource(story.annotator, { reason: undefined }, [entryId]);
    glossary.propose(
      { entryId, field: 'definition', value: 'Whoever waits.' },
      { ...source, author: 'agent', stepId },
    );
    const shown = [7, 8, 9].map((at) => {
      const { view, close } = openWorldView(story.annotator, `post:${story.people[at]?.post}`, clock);
      const proposals = view.stores.glossary.listProposals(entryId);
      close();
      return proposals.map(({ value }) => value);
    });
    expect(shown).toEqual([[], ['"Whoever waits."'], ['"Whoever waits."']]);
  });
});

describe('AO6: what a person writes at their place', () => {
  it('AO6: is listed for an export in which it has names that the story uses only later, and for no other', () => {
    const [story] = stories;
    if (story === undefined) return;
    const { annotator, people } = story;
    const { glossary } = annotator.stores;
    const [own, later] = [people[2]?.name ?? '', people[9]?.name ?? ''];
    const entry = glossary.findByTerm(own);
    if (entry === undefined) throw new Error(`There is no ${own}.`);
    writeReaderPlace(annotator.world, `post:${people[5]?.post}`);
    const source = buildEditSource(annotator, { reason: undefined }, [entry.id]);
    glossary.update(entry.id, { definition: `Whoever saw ${later} in the town.` }, source);
    removeReaderLimit(annotator.world);
    const list = (...at: readonly number[]) => {
      const moments = at.map((one) => resolveMoment(annotator, `post:${people[one]?.post}`));
      return listAhead(annotator, moments, clock);
    };
    expect(list(5)).toEqual([{ term: own, words: [later] }]);
    expect(list(3, 7, 8, 11)).toEqual([{ term: own, words: [later] }]);
    expect(list(1, 3)).toEqual([]);
    expect(list(9, 20)).toEqual([]);
    // EX6: a name that a person gave is known as theirs in an export.
    glossary.update(entry.id, { aliases: [...entry.aliases, 'the walker'] }, source);
    expect(collectGlossary(annotator).ownNames).toEqual(new Map([[entry.id, ['the walker']]]));
  });
});
