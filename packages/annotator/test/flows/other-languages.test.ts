// Reads stories in scripts other than Latin, from import to export, with a model and with the built-in reader.

import type { LanguageModel, ModelRequest } from '@terrarium/kernel/language-model';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { listSentenceLabels } from '../../src/corpus/list-sentence-labels.ts';
import { buildExport, parseExport } from '../../src/export/exported-glossary.ts';
import { renderExport } from '../../src/export/render-glossary.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import { parseSentences } from '../../src/reader/parse-scene-window.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { verifyAnnotator } from '../../src/verify-annotator.ts';
import { buildForeignPosts, type ForeignStory, foreignStories } from '../support/foreign-stories.ts';
import type { OpenedRun } from '../support/small-world.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();
const usage = { promptTokens: 'unknown', cachedTokens: 'unknown', outputTokens: 'unknown' } as const;

/** A model that creates an entry for each new name in a scene, with the label of a sentence that has the name. */
function buildReader({ names }: ForeignStory): LanguageModel & { readonly requests: ModelRequest[] } {
  const written = new Set<string>();
  const requests: ModelRequest[] = [];
  return {
    id: 'test:foreign',
    requests,
    async reply(request) {
      requests.push(request);
      const last = request.messages.at(-1);
      const sentences = last?.role === 'user' ? parseSentences(last.content) : [];
      const calls = names.flatMap((name, index) => {
        const found = sentences.find(
          ({ text }) =>
            text.split(/[\s.,:;!?،؟«»"„“”]+/u).includes(name) ||
            (/\p{scx=Han}|\s/u.test(name) && text.includes(name)),
        );
        if (found === undefined || written.has(name)) return [];
        written.add(name);
        const evidence = [{ post_id: found.postId, label: Number(found.label) }];
        const input = {
          term: name,
          definition: found.text,
          tags: ['term'],
          evidence,
          distinct_from: [1, 2, 3],
        };
        return [
          { id: `c${requests.length}-${index}`, name: 'glossary_create', arguments: JSON.stringify(input) },
        ];
      });
      const finish = calls.length > 0 ? 'tool-calls' : 'stop';
      return { text: calls.length > 0 ? '' : 'Nothing new.', reasoning: '', calls, finish, usage };
    },
  };
}

async function read(story: ForeignStory, model: LanguageModel): Promise<OpenedRun> {
  const opened = openWorld(buildForeignPosts(story)).open(model);
  expect((await runStates(opened.run)).kind).toBe('finished');
  return opened;
}

function verify({ run, connection }: OpenedRun) {
  const { corpora, stores } = run;
  return verifyAnnotator({
    world: { title: 'Foreign', corpora: [] } as never,
    connection,
    corpora,
    stores,
    close: () => undefined,
  });
}

describe.each(foreignStories)('a story in $language', (story) => {
  it('GL5, GL9, GL15, GL18: is read, its names are found however short and however typed, and it verifies', async () => {
    const opened = await read(story, buildReader(story));
    const { glossary } = opened.run.stores;
    const terms = [...glossary.iterateEntries()].map(({ term }) => term);
    expect(terms.toSorted()).toEqual([...story.names].toSorted());
    for (const [query, name] of [...story.names.map((one) => [one, one] as const), ...story.typed]) {
      expect(glossary.search({ query }).map(({ term }) => term)[0], query).toBe(name);
    }
    for (const { entryId, mentions } of glossary.countMentions(story.sentences)) {
      const name = glossary.find(entryId)?.term ?? '';
      expect(mentions, name).toBeGreaterThan(0);
    }
    expect(glossary.countMentions(story.sentences)).toHaveLength(story.names.length);
    expect(verify(opened).problems).toEqual([]);
    opened.connection.close();
  });

  it('EX1, EX3, EX4: is exported as it was written', async () => {
    const opened = await read(story, buildReader(story));
    const entries = [...opened.run.stores.glossary.iterateEntries()].map((entry) => ({ entry, salience: 1 }));
    const exported = buildExport({ world: story.language, entries });
    const render = (format: 'json' | 'yaml' | 'markdown') =>
      [...renderExport(format, { glossary: exported, revisions: new Map() })].join('');
    expect(parseExport(render('json'))).toEqual(exported);
    expect(parseYaml(render('yaml'))).toEqual(exported);
    for (const name of story.names) expect(render('markdown')).toContain(`## ${name}\n`);
    opened.connection.close();
  });

  it('GL1: has sentences that end where its own marks say', () => {
    const joined = story.sentences.join(' ');
    const labelled = listSentenceLabels(joined).map(({ start, end }) => joined.slice(start, end));
    expect(labelled.join('').replaceAll(' ', '')).toBe(joined.replaceAll(' ', ''));
    expect(labelled.length).toBeGreaterThanOrEqual(story.sentences.length);
    for (const sentence of story.sentences.filter((one) => !/[“«"「]/u.test(one))) {
      const [first = ''] = sentence.split(/(?<=[。？！؟?])\s*/u);
      expect(labelled).toContain(first);
    }
  });

  it('CX8: is planned so that no scene takes more than its share of the window', async () => {
    const body = story.sentences.join(' ').repeat(120);
    const model = buildReader({ ...story, names: [] });
    const opened = openWorld([{ body }]).open(model, { settings: { contextBudget: 12_000 } });
    expect((await runStates(opened.run)).kind).toBe('finished');
    const { ledger, context } = opened.run.stores;
    expect(ledger.countScenes().byStatus.skipped).toBe(0);
    for (const { message, tokens } of context.readLog(opened.run.session.conversation.id)) {
      if (message.role === 'user') expect(tokens).toBeLessThan(12_000 * 0.4);
    }
    opened.connection.close();
  });

  it('BR6: is skipped by the built-in reader, which says so of each scene, however many there are', async () => {
    const threads = Array.from({ length: 7 }, (_, at) => ({
      thread: `${at}`,
      body: story.sentences.join(' '),
    }));
    const opened = openWorld(threads).open(openBuiltInReader());
    expect((await runStates(opened.run)).kind).toBe('finished');
    const { glossary, ledger } = opened.run.stores;
    expect(glossary.countEntries()).toBe(0);
    expect(ledger.countScenes().byStatus).toMatchObject({ skipped: 7, committed: 0, pending: 0 });
    const reasons = [...ledger.readScenes('skipped')].map(({ lastError }) => lastError);
    expect(new Set(reasons)).toEqual(
      new Set(['not in English, and the built-in reader knows no other language.']),
    );
    opened.connection.close();
  });
});
