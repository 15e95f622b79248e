// Tests what a curator is shown about an entry: quotes that name it, whole sentences, and entries that may be the same.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { listShownSentences, type ShownSentences } from '../context/list-shown-sentences.ts';
import { renderPassages } from '../context/render-scene.ts';
import type { EntryId } from '../glossary/entry.ts';
import { collectDossier } from './collect-dossier.ts';
import { hasTellingWord, listSimilar } from './list-similar.ts';
import { renderCurationRequest, renderDossier } from './render-curation.ts';

const long =
  'and the wagons rolled on over the white plain while nobody spoke of what lay behind them,'.repeat(4);
const story = [
  [
    `Nobody slept. Soma kept the salt gate of Vell. She had kept it for nine years. The bell rang.`,
    `The Reeve of Vell came at noon. Pell the ferryman brought him.`,
  ],
  [
    `In the evening, ${long} Soma the Grey stood there, ${long} and Ombry came.`,
    `Ombry is Pell, whom they had thought drowned. Soma saw it. Old Harrow the ferryman saw Soma too.`,
  ],
] as const;

function openRead() {
  const world = openStory(story);
  const context = world.read(1, 2, 3, 4);
  const definitions = {
    Soma: 'Keeper of the salt gate.',
    'Soma the Grey': 'A woman on the road.',
    Ombry: 'A man who came in the evening: Ombry is Pell.',
    Pell: 'The ferryman who brought the Reeve from the far bank.',
    Harrow: 'The old ferryman who brought nobody from the far bank.',
    'Reeve of Vell': 'The officer of the town.',
  };
  const ids = new Map(
    Object.entries(definitions).map(([term, definition]) => {
      const { id } = world.create(context, { term, definition, tags: ['character'] });
      return [term, id] as const;
    }),
  );
  ids.set('Vell', world.create(context, { term: 'Vell', tags: ['location'] }).id);
  const sources = { glossary: world.glossary, corpora: new Map([['main', world.corpus]]) };
  const collect = (term: string, shown?: ShownSentences) => {
    const dossier = collectDossier({ ...sources, shown }, ids.get(term) as EntryId);
    if (dossier === undefined) throw new Error(`There is no dossier about ${term}.`);
    return dossier;
  };
  const [scene] = [...world.corpus.planScenes({ maxCharacters: 100_000 })].map((plan) =>
    world.corpus.readScene(plan),
  );
  if (scene === undefined) throw new Error('There is no scene.');
  const { scenePosts } = scene;
  const shownOf = (...posts: readonly number[]) => {
    const some = { ...scene, scenePosts: scenePosts.filter(({ postId }) => posts.includes(postId)) };
    return listShownSentences([{ role: 'user', content: renderPassages(some) }]);
  };
  return { world, context, ids, collect, shownOf };
}

describe('a dossier', () => {
  it('CU7: shows quotes that name the entry, cut around its name, and takes few tokens', () => {
    const { ids, collect } = openRead();
    for (const term of ids.keys()) {
      const dossier = collect(term);
      expect(dossier.evidence.length).toBeGreaterThan(0);
      for (const { quote } of dossier.evidence) expect(quote).toContain(term);
      expect(estimateTokens(renderDossier(dossier))).toBeLessThan(250);
    }
    expect(collect('Soma the Grey').evidence[0]?.quote).toMatch(/^… .* Soma the Grey stood there.* …$/);
  });

  it('CU7: shows where the entry was first named in whole sentences, without what a quote shows', () => {
    const { collect } = openRead();
    expect(collect('Soma').firstAppearance?.text).toBe('Nobody slept. … She had kept it for nine years.');
    expect(collect('Reeve of Vell').firstAppearance?.text).toBe('… Pell the ferryman brought him.');
  });

  it('CU7: points to quotes that are above the question, and quotes the others', () => {
    const { collect, shownOf } = openRead();
    const whole = collect('Soma', shownOf(1));
    expect(whole).toMatchObject({ above: [{ postId: 1, first: 2, last: 2 }], evidence: [] });
    expect(whole.firstAppearance).toBeUndefined();
    expect(renderDossier(whole)).toContain('above="1 [2]"');
    const folded = collect('Soma', shownOf(2));
    expect(folded.above).toEqual([]);
    expect(folded.evidence).toHaveLength(1);
  });

  it('CU7: shows a model the quotes with which the definition was given last, after the one that says most of it', () => {
    const { world, context, ids, collect, shownOf } = openRead();
    const cited = [
      [4, 2],
      [4, 3],
      [3, 1],
    ] as const;
    for (const [post, label] of cited) {
      const definition = `Keeper of the salt gate of Vell, seen in ${post}.`;
      const evidence = [{ post_id: post, label }];
      const call = { entry_id: ids.get('Soma'), definition, evidence, replaces: true };
      expect(world.call('glossary_update', call, context).ok).toBe(true);
    }
    const { above, evidence } = collect('Soma', shownOf(1));
    expect(above).toEqual([{ postId: 1, first: 2, last: 2 }]);
    expect(evidence.map(({ postId, quote }) => `${postId} ${quote.slice(-16)}`)).toEqual([
      expect.stringMatching(/^3 /),
      '4 an saw Soma too.',
    ]);
  });

  it('CU7: shows a model all the short quotes with which the definition was given, and says of none that it is whole', () => {
    const { world, context, ids, collect, shownOf } = openRead();
    const labels = [
      [1, 3],
      [4, 1],
      [4, 2],
      [4, 3],
    ];
    const evidence = labels.map(([post_id, label]) => ({ post_id, label }));
    const definition = 'Keeper of the salt gate of Vell, who saw that Ombry is Pell.';
    const update = { entry_id: ids.get('Soma'), definition, evidence, replaces: true };
    expect(world.call('glossary_update', update, context).ok).toBe(true);
    const dossier = collect('Soma', shownOf(2));
    const shown = dossier.evidence.map(({ quote }) => quote).join(' ');
    for (const words of ['nine years', 'whom they had thought', 'Soma saw it', 'Harrow the ferryman saw'])
      expect(shown).toContain(words);
    expect(estimateTokens(renderDossier(dossier))).toBeLessThan(250);
    expect(renderCurationRequest([dossier])).toContain('`evidence`, quotes (`…` stands for words left out)');
  });

  it('CU7: shows a model the relations of the entry from both ends, as many as there is room for', () => {
    const { world, context, ids, collect, shownOf } = openRead();
    const relate = (term: string, kind: string, to: string) =>
      world.call(
        'glossary_update',
        { entry_id: term, relations: [{ kind, to, evidence: [{ post_id: 1, label: 2 }] }] },
        context,
      );
    relate('Soma', 'is in', 'Vell');
    const [soma, vell] = ['Soma', 'Vell'].map((term) => ids.get(term));
    expect(renderDossier(collect('Soma', shownOf(1)))).toContain(
      `<relations>is in ${vell} Vell (post 1)</relations>`,
    );
    expect(renderDossier(collect('Vell', shownOf(1)))).toContain(
      `<relations>has in it ${soma} Soma (post 1)</relations>`,
    );
    expect(collect('Soma').relations).toEqual([]);
    for (const kind of ['kin of', 'serves', 'allied with', 'opposes', 'member of', 'rules', 'holds'])
      for (const to of ['Vell', 'Reeve of Vell']) relate('Soma', kind, to);
    expect(collect('Vell', shownOf(1)).relations).toHaveLength(6);
  });

  it('CU8: shows as similar entries with a similar name and those said to be the same, not those that it only meets', () => {
    const { collect } = openRead();
    const listSimilar = (term: string) => collect(term).similar.map((other) => other.term);
    expect(listSimilar('Soma')).toEqual(['Soma the Grey']);
    expect(listSimilar('Soma the Grey')).toEqual(['Soma']);
    expect(listSimilar('Pell')).toEqual([]);
    expect(listSimilar('Ombry')).toEqual(['Pell']);
    expect(listSimilar('Harrow')).toEqual([]);
    expect(listSimilar('Vell')).toEqual(['Reeve of Vell']);
  });

  it('CU8: does not show as similar an entry that only has an alias that says where somebody is from', () => {
    const world = openStory([['Jack Carter of Vell slept in Vell.']]);
    const context = world.read(1);
    world.create(context, { term: 'Jack Carter', aliases: ['Jack Carter of Vell'], tags: ['character'] });
    const { id } = world.create(context, { term: 'Vell', tags: ['location'] });
    const vell = world.glossary.find(id);
    expect(vell && listSimilar(world.glossary, vell)).toEqual([]);
  });

  it('CU8: shows the narrator as similar to an entry that is defined as a name of the narrator', () => {
    const { world, context } = openRead();
    const create = (term: string, definition: string, tags: readonly string[]) =>
      world.create(context, { term, definition, tags: ['character', ...tags] });
    const teller = create('Nobody', 'Keeps watch on the road.', ['narrator']);
    const named = create('Reeve', 'An officer who knew the narrator.', []);
    const similar = (definition: string) =>
      listSimilar(world.glossary, { ...named, definition }).map(({ id }) => id);
    expect(similar('The real name of the narrator.')).toContain(teller.id);
    for (const other of [named.definition, "The narrator's brother.", 'The name of the narrator’s ship.'])
      expect(similar(other)).not.toContain(teller.id);
  });

  it('CU8: a title in common does not make two entries similar', () => {
    const name = (term: string) => ({ term, aliases: [] });
    expect(hasTellingWord(name('Mr. Orrin'), name('Mr. Vask'))).toBe(false);
    expect(hasTellingWord(name('Mr. Orrin'), name('Tom Orrin'))).toBe(true);
  });
});

describe('a dossier of a name that only other names contain', () => {
  it('CU7: tells a model how often that happens, and not that the entry is named nowhere', () => {
    const world = openStory([['Tars, the Jeddak of Thark, slept. The Jeddak of Thark rose.']]);
    const context = world.read(1);
    const { id } = world.create(context, { term: 'Thark', tags: ['location'] });
    world.create(context, { term: 'Tars', aliases: ['Jeddak of Thark'], tags: ['character'] });
    const sources = { glossary: world.glossary, corpora: new Map([['main', world.corpus]]) };
    expect(collectDossier(sources, id)?.mentions).toBe(0);
    expect(collectDossier({ ...sources, shown: new Map() }, id)).toMatchObject({
      mentions: 2,
      posts: 1,
      threads: 1,
    });
  });
});
