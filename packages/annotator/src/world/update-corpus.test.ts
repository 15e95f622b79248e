// Tests importing a story again: posts that stayed keep their ids, posts that are gone are kept, none appears twice.

import { readFileSync, writeFileSync } from 'node:fs';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import type { Corpus, PostId, StoryPost } from '../corpus/corpus.ts';
import { addCorpora, addCorpus } from './add-corpus.ts';
import { createWorld, openWorld, openWorldCorpus } from './open-world.ts';
import type { World } from './world.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
const chapter = (number: number, words = 'Soma kept the gate of Vell. '.repeat(30)) =>
  `Chapter ${number}\n\n${words}\n\n`;

function openGrowing() {
  const folder = createTemporaryFolder();
  const dir = folder.path('world');
  createWorld({ dir, title: 'Vell', clock });
  const importText = (text: string, name = 'story.txt') => {
    const path = folder.path(name);
    writeFileSync(path, text);
    return addCorpus(openWorld(dir), { path });
  };
  return { dir, folder, importText };
}

interface Shown {
  readonly title: string;
  readonly posts: readonly StoryPost[];
}

function showThreads(world: World, name?: string): readonly Shown[] {
  const corpus = openWorldCorpus(world, name);
  const threads = [...corpus.iterateThreads()].map(({ id, title }) => ({
    title,
    posts: corpus.readRange({ threadId: id }),
  }));
  corpus.close();
  return threads;
}

function showTexts(world: World): readonly string[] {
  return showThreads(world).map(({ posts }) => posts.map(({ body }) => body).join('\n\n'));
}

describe('a file that is imported again', () => {
  it('FO4: extends its corpus if it begins with everything that the corpus has', async () => {
    const { dir, importText } = openGrowing();
    await importText(chapter(1) + chapter(2));
    const grown = await importText(chapter(1) + chapter(2) + chapter(3));
    expect(grown).toMatchObject({
      status: 'grown',
      revised: { newPosts: 1, newThreads: 1 },
      corpus: { name: 'story' },
    });
    expect(showThreads(openWorld(dir))).toHaveLength(3);
    expect(await importText(chapter(1) + chapter(2) + chapter(3))).toMatchObject({ status: 'known' });
  });

  it('FO4: keeps the ids of posts that stayed, whatever was edited, inserted, removed or moved', async () => {
    const { dir, importText } = openGrowing();
    const text = (number: number) =>
      chapter(number, `Part ${number}. ${'So it went on in Vell. '.repeat(number + 20)}`);
    await importText([1, 2, 3, 4, 5].map(text).join(''));
    const before = showThreads(openWorld(dir)).map(({ posts }) => posts[0]?.postId);
    const edited = text(2).replace('Part 2', 'Part two');
    const revised = await importText(
      `${text(1)}${edited}Interlude\n\nA word between.\n\n${text(5)}${text(4)}`.replace(
        'Interlude',
        'Chapter 2.5',
      ),
    );
    expect(revised).toMatchObject({ status: 'revised', corpus: { name: 'story' } });
    const after = showThreads(openWorld(dir)).map(({ title, posts }) => [title, posts[0]?.postId]);
    expect(after[0]).toEqual(['Chapter 1', before[0]]);
    expect(after.at(-1)?.[1] === before[3] || after.at(-2)?.[1] === before[4]).toBe(true);
    expect(new Set(after.map(([, id]) => id)).size).toBe(after.length);
    const corpus = openWorldCorpus(openWorld(dir));
    expect(corpus.findPost(before[2] ?? (0 as never))?.body).toContain('Part 3.');
    expect(corpus.findFormer(before[1] ?? (0 as never))?.now?.first).toBe(after[1]?.[1]);
    corpus.close();
  });

  it('FO4: one paragraph that changed changes one post, and the posts around it stay', async () => {
    const { dir, importText } = openGrowing();
    const paragraphs = Array.from(
      { length: 60 },
      (_, at) => `Line ${at}. ${'The bells of Vell rang. '.repeat(12)}`,
    );
    const write = (list: readonly string[]) => `Chapter 1\n\n${list.join('\n\n')}\n\n${chapter(2)}`;
    await importText(write(paragraphs));
    const before = showThreads(openWorld(dir))[0]?.posts ?? [];
    const changed = [...paragraphs.slice(0, 20), 'A line that was not there.', ...paragraphs.slice(20)];
    const revised = await importText(write(changed));
    const after = showThreads(openWorld(dir))[0]?.posts ?? [];
    const kept = before.filter(({ postId }) => after.some((post) => post.postId === postId));
    expect(before.length - kept.length).toBeLessThanOrEqual(1);
    expect(before.length).toBeGreaterThan(4);
    expect(after.map(({ body }) => body).join('\n\n')).toBe(changed.map((line) => line.trim()).join('\n\n'));
    expect(revised).toMatchObject({ revised: { changes: [{ kind: 'edited', title: 'Chapter 1' }] } });
  });

  it('FO4: is another corpus if it has next to nothing of the old one, and a trial changes nothing', async () => {
    const { dir, folder, importText } = openGrowing();
    await importText(chapter(1) + chapter(2));
    const record = readFileSync(folder.path('world/world.json'), 'utf8');
    const path = folder.write('story.txt', chapter(1) + chapter(2, 'Quillon left.'));
    const [trial] = await addCorpora(openWorld(dir), [{ path }], { isTrial: true });
    expect(trial).toMatchObject({ status: 'revised' });
    expect(readFileSync(folder.path('world/world.json'), 'utf8')).toBe(record);
    expect(showTexts(openWorld(dir))[1]).toContain('Soma');
    expect(await importText(chapter(1, 'Another story.'))).toMatchObject({ status: 'added', other: 'story' });
  });
});

const word = fc.constantFrom(
  'Vell',
  'Soma',
  'gate',
  'bell',
  'river',
  'night',
  'ash',
  'crow',
  'ferry',
  'oath',
);
const paragraph = fc.array(word, { minLength: 3, maxLength: 8 }).map((words) => `It was ${words.join(' ')}.`);
const body = fc.array(paragraph, { minLength: 1, maxLength: 6 });
const tale = fc.array(body, { minLength: 3, maxLength: 7 });
/** An edit: its place, its kind, and its words. */
const edit = fc.record({
  at: fc.nat(9),
  act: fc.constantFrom('edit', 'insert', 'remove', 'move', 'line', 'split'),
  body,
});

const edits = fc.array(edit, { minLength: 1, maxLength: 3 });

type Chapters = readonly { readonly title: string; readonly body: readonly string[] }[];

function applyEdit(
  chapters: Chapters,
  { at, act, body: words }: { at: number; act: string; body: readonly string[] },
): Chapters {
  const place = at % Math.max(1, chapters.length);
  const here = chapters[place];
  const rest = chapters.filter((_, index) => index !== place);
  if (here === undefined || act === 'insert')
    return chapters.toSpliced(place, 0, { title: `New ${at} ${words[0]}`, body: words });
  if (act === 'remove') return rest;
  if (act === 'move') return rest.toSpliced(at % (rest.length + 1), 0, here);
  if (act === 'edit') return chapters.with(place, { ...here, body: words });
  if (act === 'line')
    return chapters.with(place, {
      ...here,
      body: here.body.toSpliced(at % here.body.length, 0, ...words.slice(0, 1)),
    });
  return chapters.toSpliced(
    place,
    1,
    { ...here, body: here.body.slice(0, 1) },
    { title: `Rest ${at}`, body: [...here.body.slice(1), 'And so on.'] },
  );
}

const renderLines = (chapters: Chapters) =>
  chapters
    .flatMap(({ title, body: lines }) => lines.map((text) => JSON.stringify({ thread: title, body: text })))
    .join('\n');
const renderText = (chapters: Chapters) =>
  chapters.map(({ title, body: lines }) => `# ${title}\n\n${lines.join('\n\n')}\n\n`).join('');

type Render = (chapters: Chapters) => string;

/** A story that is imported again and again, and all texts that were ever in it. */
function openStory(name: string, render: Render) {
  const { dir, importText } = openGrowing();
  const known = new Map<PostId, string>();
  const show = () => showThreads(openWorld(dir), 'story');
  const list = () => show().flatMap(({ posts }) => posts);
  const look = <Seen>(see: (corpus: Corpus) => Seen): Seen => {
    const corpus = openWorldCorpus(openWorld(dir), 'story');
    const seen = see(corpus);
    corpus.close();
    return seen;
  };
  return {
    show,
    list,
    look,
    known,
    bring: (chapters: Chapters, end = '') => importText(render(chapters) + end, name),
  };
}

const joinBodies = (threads: readonly Shown[]) =>
  threads.map(({ title, posts }) => [title, posts.map(({ body: words }) => words.trim()).join('\n\n')]);

async function checkRound(story: ReturnType<typeof openStory>, chapters: Chapters, render: Render) {
  const before = story.list();
  for (const post of before) story.known.set(post.postId, post.body);
  const result = await story.bring(chapters);
  if (result.status === 'added') return false;
  const after = story.list();
  expect(new Set(after.map(({ postId }) => postId)).size).toBe(after.length);
  const alone = openStory('story.md', render);
  await alone.bring(chapters);
  if (render === renderText) expect(joinBodies(story.show())).toEqual(joinBodies(alone.show()));
  for (const [id, words] of story.known) expect(story.look((corpus) => corpus.findBody(id))).toBe(words);
  const order = new Map(before.map(({ postId }, at) => [postId, at]));
  const kept = after.flatMap(({ postId }) => order.get(postId) ?? []);
  expect(kept).toEqual(kept.toSorted((one, other) => one - other));
  const stamp = readFileSync(result.corpus.path);
  expect(['known', 'same']).toContain((await story.bring(chapters, '\n')).status);
  expect(readFileSync(result.corpus.path).equals(stamp)).toBe(true);
  return true;
}

describe('any story, however it was changed', () => {
  it.each([
    ['story.jsonl', renderLines],
    ['story.md', renderText],
  ] as const)(
    'FO4: in %s ids keep their words, no id is given twice, and the same file again changes nothing',
    async (name, render) => {
      const rounds = { tried: 0, revised: 0 };
      await fc.assert(
        fc.asyncProperty(tale, fc.array(edits, { minLength: 1, maxLength: 2 }), async (bodies, changes) => {
          const story = openStory(name, render);
          let chapters: Chapters = bodies.map((lines, at) => ({ title: `The ${at + 1}. part`, body: lines }));
          await story.bring(chapters);
          for (const wanted of changes) {
            const next = wanted.reduce(applyEdit, chapters);
            if (next.length === 0) continue;
            chapters = next;
            rounds.tried += 1;
            if (!(await checkRound(story, chapters, render))) return;
            rounds.revised += 1;
          }
        }),
        { numRuns: isProof ? 200 : 4 },
      );
      expect(rounds.revised * 2).toBeGreaterThan(rounds.tried);
    },
  );
});
