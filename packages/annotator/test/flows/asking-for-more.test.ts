// Proves that a model that only creates entries is asked once for more, and that one reply can record a scene.

import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it } from 'vitest';
import { computeSceneLimit, defaultRunSettings } from '../../src/runner/run-settings.ts';
import { runStates } from '../../src/runner/run-states.ts';
import { buildLongStory } from '../support/long-story.ts';
import { buildStoryModel } from '../support/story-model.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = [
  {
    body: 'At dawn Soma met old Dawnel. There Dawnel told Soma of Quillon, for once Quillon had robbed Ondine. Then Ondine wept.',
  },
];
const nothing: ScriptStep = { text: 'Nothing new.' };

function create(...terms: readonly string[]): ScriptStep {
  const calls = terms.map((term) => ({
    name: 'glossary_create',
    arguments: { term, definition: `${term}, of whom we read.`, evidence: [{ post_id: 1, quote: term }] },
  }));
  return { calls };
}

async function read(steps: readonly ScriptStep[], asksForMore = true, posts = story) {
  const model = buildScriptedModel(steps);
  const { run, connection } = openWorld(posts).open(model, { settings: { asksForMore } });
  const outcome = await runStates(run);
  model.assertDone();
  const terms = [...run.stores.glossary.iterateEntries()].map(({ term }) => term);
  connection.close();
  return { outcome, terms, asked: model.requests.map(({ messages }) => messages.at(-1)?.content ?? '') };
}

describe('a reply that only creates', () => {
  it('RN28: is followed by one question about names that recur and have no entry', async () => {
    const { outcome, terms, asked } = await read([create('Soma'), create('Dawnel', 'Quillon')]);
    expect(outcome).toEqual({ kind: 'finished' });
    expect(terms).toEqual(['Soma', 'Dawnel', 'Quillon']);
    expect(asked[1]).toContain('have no entry: Dawnel, Quillon, Ondine.');
    expect((await read([create('Soma'), nothing])).terms).toEqual(['Soma']);
  });

  it('RN28: is followed by no question if few names are missing, if it looked something up, or if nobody may be asked', async () => {
    expect((await read([create('Soma', 'Dawnel')])).asked).toHaveLength(1);
    expect((await read([create('Soma')], false)).asked).toHaveLength(1);
    const search = { calls: [{ name: 'glossary_search', arguments: { query: 'Soma' } }] };
    expect((await read([search, nothing])).asked.at(-1)).not.toContain('Anything else?');
  });
});

describe('a word on hold', () => {
  const guarded = [{ body: 'Soma met the guard, and the guard struck Soma.' }];
  const propose = (more: object = {}) => {
    const definition = 'Who strikes those that Soma meets.';
    const evidence = [{ post_id: 1, quote: 'the guard struck Soma' }];
    const call = { name: 'glossary_create', arguments: { term: 'guard', definition, evidence, ...more } };
    return { calls: [call] };
  };

  it('RN30: is reported to the model in its scene, and the model may propose it again', async () => {
    const { terms, asked } = await read([propose(), propose()], true, guarded);
    expect(terms).toEqual(['guard']);
    expect(asked[1]).toMatch(
      /^Anything else\? Your calls were carried out\. Terms on hold are not entries yet/,
    );
    const left = await read([propose(), nothing], true, guarded);
    expect(left.terms).toEqual([]);
    expect(left.asked).toHaveLength(2);
  });

  it('RN30: is asked about once, together with the names that were left out', async () => {
    const body = `${story[0]?.body} There a guard sang. Quillon slept beside Ondine.`;
    const first = propose({ evidence: [{ post_id: 1, quote: 'There a guard sang' }] });
    const { terms, asked } = await read([first, create('Soma')], true, [{ body }]);
    expect(terms).toEqual(['Soma']);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toMatch(/on hold .+ have no entry: .*Quillon/);
  });

  it('RN30: is not asked about if the model wished for it, was told anyway, or may not be asked', async () => {
    expect((await read([propose({ status: 'held' })], true, guarded)).asked).toHaveLength(1);
    expect((await read([propose()], false, guarded)).asked).toHaveLength(1);
    const search = { name: 'glossary_search', arguments: { query: 'Soma' } };
    const both = { calls: [...propose().calls, search] };
    const { asked } = await read([both, nothing], true, guarded);
    expect(asked).toHaveLength(2);
    expect(asked[1]).not.toContain('Anything else?');
  });
});

describe('a part that was not taken', () => {
  const kin = [{ body: 'Soma met Dawnel at dawn. Soma was a keeper, and Dawnel was the sister of Soma.' }];
  const draft = (term: string, more: object) => ({
    calls: [
      {
        name: 'glossary_create',
        arguments: { term, definition: 'Who was met.', evidence: [{ post_id: 1, label: 2 }], ...more },
      },
    ],
  });

  it('RN32: of a call that was carried out is asked about once, when the scene would end', async () => {
    const refused = { relations: [{ kind: 'adores', to: 'Soma' }] };
    const mended = { relations: [{ kind: 'sibling of', to: 'Soma' }] };
    const update = {
      calls: [
        {
          name: 'glossary_update',
          arguments: { entry_id: 2, ...mended, evidence: [{ post_id: 1, label: 2 }] },
        },
      ],
    };
    const both = { calls: [...draft('Soma', {}).calls, ...draft('Dawnel', refused).calls] };
    const { terms, asked } = await read([both, update], true, kin);
    expect(terms).toEqual(['Soma', 'Dawnel']);
    expect(asked[1]).toContain('Some parts of them were not taken');
    expect((await read([both, nothing], true, kin)).asked).toHaveLength(2);
    expect((await read([both], false, kin)).asked).toHaveLength(1);
  });

  it('RN32: of a call may be a sentence that its definition repeats, which names somebody else', async () => {
    const body =
      'Soma met Dawnel at dawn. Dawnel slept. Rain fell. Night came. Dawnel sang old songs by the red gate.';
    const sung = [{ body }];
    const evidence = [1, 5].map((label) => ({ post_id: 1, label }));
    const create = (definition: string) => [
      ...draft('Dawnel', {}).calls,
      ...draft('Soma', { definition, evidence }).calls,
    ];
    const left = await read([{ calls: create('Who sang old songs.') }, nothing], true, sung);
    expect(left.asked).toHaveLength(2);
    expect(left.asked[1]).toContain('Some parts of them were not taken');
    expect((await read([{ calls: create('Who met her.') }], true, sung)).asked).toHaveLength(1);
  });
});

describe('a name', () => {
  it('RN28: that is a day of the week, or recurs only as a part of other words, is not asked about', async () => {
    const body =
      'On Friday they met a Baboo and his Baboon. Another Friday came, and then Orrin met Tessel and Vask. So Orrin left Tessel, and Vask wept.';
    const { asked } = await read([create('Baboon'), nothing], true, [{ body }]);
    expect(asked.at(-1)).toContain('have no entry: Orrin, Tessel, Vask. Record');
  });

  it('RN28: stands behind a title, which is no name by itself, nor is what begins a speech', async () => {
    const body =
      'At dawn Mr. Murdstone met Miss Trott and Dr. Vask. They asked, and she answered No. Later old Mr. Murdstone and Miss Trott said No to Dr. Vask at St. Orrin; and at St. Orrin, Mr. and Mrs. Quill wept.';
    const { asked } = await read([create('Quill'), nothing], true, [{ body }]);
    expect(asked.at(-1)).toContain('have no entry: Murdstone, Miss Trott, Vask, St. Orrin. Record');
  });

  it('RN28: that recurs only inside of known names, or that is made of one, is not asked about', async () => {
    const body =
      'At dawn the Warlord of Mars met the Prince of Helium. Then the Prince of Helium praised the Warlord of Mars, and each Martian there praised his Martian jewel; all on Mars knew Tor Hatan, and Tor Hatan wept. Then Dorvas ate with Dorvas.';
    const names = ['Mars', 'Warlord of Mars', 'Prince of Helium'];
    expect((await read([create(...names)], true, [{ body }])).asked).toHaveLength(1);
  });
});

describe('a story in whose language every noun has a capital', () => {
  const body =
    'In der Nacht stand Grete an der Furt, und das Wasser stieg. Da sagte Grete zu Tannhuber, dass zwei Handbreit fehlten, denn eine Handbreit war viel Wasser. Tannhuber sah die Leute am Pranger; halb Weißwasser war da, und Leute kamen aus Weißwasser zum Pranger. Es war Nacht an jeder Furt, und so rief Frau Wägerin nach Frau Immerwahr.';

  it('RN28: has no nouns among its names: what stands behind an article or a number', async () => {
    const { asked } = await read([create('Soma'), nothing], true, [{ body: `Soma kam. ${body}` }]);
    expect(asked.at(-1)).toContain('have no entry: Grete, Tannhuber, Weißwasser. Record');
    const few = body.replaceAll('Weißwasser', 'dem Ort');
    expect((await read([create('Soma')], true, [{ body: `Soma kam. ${few}` }])).asked).toHaveLength(1);
  });
});

describe('the size of a scene', () => {
  it('CX8: stays within its words, however large the budget', async () => {
    const { sceneWords } = defaultRunSettings;
    expect(computeSceneLimit({ contextBudget: 200_000, sceneWords })).toBe(sceneWords * 6);
    expect(computeSceneLimit({ contextBudget: 8_000, sceneWords })).toBe(7_000);
    const posts = buildLongStory(1, 6).map((post) => ({ ...post, thread: 'One' }));
    const settings = { contextBudget: 200_000, sceneWords: 150 };
    const { run, connection } = openWorld(posts).open(buildStoryModel(), { settings });
    await runStates(run);
    for (const { threadId, firstPostId, lastPostId, posts: count } of run.stores.ledger.iterateScenes()) {
      const range = { threadId, startPostId: firstPostId, endPostId: lastPostId };
      const length = run.corpus.readRange(range).reduce((sum, { body }) => sum + body.length, 0);
      if (count > 1) expect(length).toBeLessThanOrEqual(150 * 6);
    }
    connection.close();
  });
});
