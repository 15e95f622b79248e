// Tests which sentences of the story are shown as an answer if no model is asked.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPlainReply, type LanguageModel } from '@terrarium/kernel/language-model';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSampleWorld, type SampleWorld } from '../test/support/sample-world.ts';
import { askStory } from './ask-story.ts';
import { collectBeside } from './asking/collect-story.ts';
import type { PostId } from './corpus/corpus.ts';
import { buildEditSource } from './edit/person-source.ts';
import { openWorldView, type WorldView } from './moments/open-world-view.ts';

const chapters = [
  'Dorvel Hale came to the mill. Everybody knew Dorvel Hale, and Mira Stone was afraid of him. Dorvel laughed.',
  'Mira Stone slept. Dorvel Hale waited at the gate. He threw up both hands. The warden shot him twice, and he fell. Nobody moved.',
  'Mira Stone went to the ferry. The ferryman told Mira Stone of a wedding. Dorvel Hale was buried on Sunday.',
  'I lay down in the hut. A wire snapped. I saw my own body there, and stood beside it.',
  'Mira Stone told it by the fire.\n\n"I asked for the mill," said Mira Stone. "They heard me. Then I signed it. So I became the owner of the ferry." Dorvel Hale had nothing to say.\n\n"Open the gate," she said. "All of it. Then come home, and I shall weigh what you say, and what you bring, and what you leave behind you in the mill, and whoever stands at the ferry."',
];

let story: SampleWorld;
let base: SampleWorld;
beforeAll(async () => {
  base = await readSampleWorld();
  const path = join(base.folder, 'hale.jsonl');
  writeFileSync(
    path,
    chapters.map((body, at) => JSON.stringify({ thread: `Chapter ${at + 1}`, body })).join('\n'),
  );
  story = await readSampleWorld(path);
});
afterAll(() => {
  story.remove();
  base.remove();
});

async function ask(question: string, place?: string): Promise<readonly string[]> {
  const { view, close } = openWorldView(story.annotator, place, buildFakeEnvironment().clock);
  const { passages, isNamed } = await askStory(story.annotator, view, { question });
  close();
  expect(isNamed).toBe(true);
  return passages.map(({ text }) => text);
}

describe('AK3: without a model', () => {
  test('AK3: sentences that have both the person named and what is asked come first', async () => {
    const [first] = await ask('Who killed Dorvel Hale?');
    expect(first).toContain('The warden shot him twice');
    const told = await ask('What happened to Dorvel Hale?');
    expect(told.some((text) => text.includes('buried'))).toBe(true);
    const [met] = await ask('When did Dorvel Hale laugh?');
    expect(met).toContain('laughed');
  });

  test('AK3: a passage begins with the sentence that says who speaks, and ends with the speech', async () => {
    expect(await ask('When did Mira Stone become the owner?')).toContain(
      '"I asked for the mill," said Mira Stone. "They heard me. Then I signed it. So I became the owner of the ferry." Dorvel Hale had nothing to say.\n\n"Open the gate," she said.',
    );
  });

  test('AK3: a question that asks nothing besides a name gets no passages', async () => {
    expect(await ask('Who is Dorvel Hale?')).toEqual([]);
    // A single word of a name also names the entry if no other entry has the word in its name.
    expect(await ask('Who is Dorvel?')).toEqual([]);
  });

  test('AK3: nothing after the place is shown', async () => {
    expect(await ask('Who killed Dorvel Hale?', 'chapter:1')).toEqual([]);
    const told = await ask('What happened to Dorvel Hale?', 'chapter:2');
    expect(told.length).toBe(1);
    expect(told.join(' ')).not.toContain('buried');
  });
});

/** The entries and quotes that a model is shown with the question. By default the story is too long to be shown whole. */
async function listShown(question: string, budget = 500, view: WorldView = story.annotator): Promise<string> {
  const { annotator } = story;
  let shown = '';
  const model: LanguageModel = {
    id: 'test:listening',
    async reply({ messages }) {
      shown = messages.at(-1)?.content ?? '';
      return buildPlainReply('NOT KNOWN', []);
    },
  };
  await askStory(annotator, view, { question, asked: { model }, budget });
  return shown;
}

describe('AK3: with a model', () => {
  test('AK3: what happened to the person named is shown, with the sentences beside it', async () => {
    const shown = await listShown('Who is Dorvel Hale and what happened to him?');
    expect(shown).toContain('The warden shot him twice, and he fell. Nobody moved.');
    expect(shown).toContain('Dorvel Hale was buried on Sunday.');
  });

  test('AK3: the narrator is whoever tells the story, and may be named by "I"', async () => {
    const { glossary } = story.annotator.stores;
    const mira = glossary.findByTerm('Mira Stone');
    if (mira === undefined) throw new Error('There is no Mira Stone.');
    const question = 'Why did the narrator leave her body?';
    expect(await listShown(question)).not.toContain('term="Mira Stone"');
    const wish = { reason: undefined };
    glossary.update(
      mira.id,
      { tags: [...mira.tags, 'narrator'] },
      buildEditSource(story.annotator, wish, [mira.id]),
    );
    const shown = await listShown(question);
    expect(shown).toContain('term="Mira Stone"');
    expect(shown).toContain('A wire snapped. I saw my own body there');
    // Whoever may be the "I" of a quote is shown too, so that an answer can give the name.
    const asked: string[] = [];
    const model: LanguageModel = {
      id: 'test:naming',
      async reply({ messages }) {
        asked.push(messages.map(({ content }) => content).join('\n'));
        const label = /label="(q\d+)"[^>]*>[^<]*I lay down/.exec(asked[0] ?? '')?.[1];
        return buildPlainReply(`Mira Stone lay down in the hut. [${label}] Then Ysolde came. [${label}]`, []);
      },
    };
    const { said } = await askStory(story.annotator, story.annotator, {
      question: 'Who lay down in the hut?',
      asked: { model },
    });
    expect(said?.sentences.map(({ text }) => text)).toEqual(['Mira Stone lay down in the hut.']);
    expect(asked[1]).toMatch(/Then Ysolde came\. \([^)]*: Ysolde\)/);
  });

  test('AK3: the whole story is shown if it fits, and otherwise what stands beside the quotes, as far as it fits', async () => {
    const question = 'Who is Dorvel?';
    const whole = await listShown(question, 8_000);
    for (const sentence of chapters.flatMap((body) => body.split(/(?<=\.) |\n\n/u)).slice(0, 12))
      expect(whole).toContain(sentence.trim());
    const texts = [...whole.matchAll(/<quote [^>]*>([^<]*)<\/quote>/g)].map(([, text = '']) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(400);
    // An entry that the question does not name is shown if it has another word of the question.
    expect(await listShown('Did Mira Stone wait at the gate?', 600)).toContain('term="Dorvel Hale"');
    const near = await listShown(question, 500);
    expect(near.length).toBeGreaterThan((await listShown(question, 300)).length);
    expect(near.length).toBeLessThan(whole.length);
    // Of a post that was read only in part, the rest is not shown.
    const { annotator } = story;
    const corpora = new Map(
      [...annotator.corpora].map(([name, corpus]) => {
        const findPost: typeof corpus.findPost = (id) => {
          const post = corpus.findPost(id);
          return post && { ...post, body: `${post.body} Later the mill burned.` };
        };
        return [name, { ...corpus, findPost }] as const;
      }),
    );
    for (const budget of [500, 8_000])
      expect(await listShown(question, budget, { ...annotator, corpora })).not.toContain('mill burned');
  });

  test('AK3: of a question that only asks who somebody is, what the definition says is shown, also far from the name', async () => {
    const { annotator } = story;
    const { glossary } = annotator.stores;
    const listDefined = async (definition: string) => {
      const read: typeof glossary.read = (ids) =>
        glossary.read(ids).map((entry) => ({ ...entry, definition }));
      const view = { ...annotator, stores: { ...annotator.stores, glossary: { ...glossary, read } } };
      return await listShown('Who is Dorvel?', 250, view);
    };
    expect(await listDefined('Whoever lay in the hut when a wire snapped.')).toContain('A wire snapped.');
    expect(await listDefined('Whoever came to the mill.')).not.toContain('A wire snapped.');
  });

  test('AK3: what stands beside a quote is shown up to the next quote', () => {
    const { annotator } = story;
    const [part] = annotator.connection
      .prepare<[], { corpus: string; post: PostId }>(
        'SELECT corpus, post FROM read_part ORDER BY id LIMIT 1 OFFSET 1',
      )
      .all();
    if (part === undefined) throw new Error('Nothing was read.');
    const place = { corpus: part.corpus, postId: part.post, threadId: undefined };
    const list = (room: number) =>
      collectBeside(
        annotator,
        ['Mira Stone slept.', 'He threw up both hands.'].map((text) => ({
          ...place,
          text,
          threadTitle: undefined,
          author: undefined,
        })),
        room,
      ).map(({ text }) => text);
    const rest = 'The warden shot him twice, and he fell. Nobody moved.';
    expect(list(400)).toEqual(['Dorvel Hale waited at the gate.', rest]);
    expect(list(75)).toEqual(['Dorvel Hale waited at the gate.', 'The warden shot him twice, and he fell.']);
  });

  test('AK3: of a question "where", the places to which the definition links are shown', async () => {
    const { glossary } = story.annotator.stores;
    const [mira, dorvel] = ['Mira Stone', 'Dorvel Hale'].map((term) => glossary.findByTerm(term)?.id);
    if (mira === undefined || dorvel === undefined) throw new Error('An entry is missing.');
    const source = buildEditSource(story.annotator, { reason: undefined }, [mira, dorvel]);
    glossary.update(dorvel, { tags: ['location'] }, source);
    glossary.update(mira, { definition: 'Somebody of [[Dorvel Hale]].' }, source);
    expect(await listShown('Who is Mira Stone?', 200)).not.toContain('term="Dorvel Hale"');
    expect(await listShown('Where is Mira Stone?', 200)).toContain('term="Dorvel Hale"');
  });
});
