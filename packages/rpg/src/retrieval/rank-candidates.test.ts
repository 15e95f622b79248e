// Tests ranking what may come to mind in a turn: its budget, minimum scores, reasons and order.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildQuery } from './query.ts';
import type { Candidate } from './rank-candidates.ts';
import { rankCandidates } from './rank-candidates.ts';

const words = ['salt', 'gate', 'keeper', 'lamp', 'ferry', 'oath', 'debt', 'storm'];
const count = (text: string) => Math.ceil(text.length / 4);
const frequencies = { documents: 100, count: () => 3 };
const candidate = fc.record({
  key: fc.uuid(),
  kind: fc.constantFrom('rule', 'lore', 'fact', 'event', 'preference'),
  text: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 }).map((text) => text.join(' ')),
  tags: fc.array(fc.constantFrom('mill', 'combat', 'mira'), { maxLength: 3 }),
  importance: fc.double({ min: 0, max: 1, noNaN: true }),
  age: fc.nat(500),
  from: fc.constant('turn 1'),
  score: fc.double({ min: 0, max: 20, noNaN: true }),
});

function build(members: Partial<Candidate>): Candidate {
  const blank = {
    kind: 'lore',
    text: '',
    tags: [],
    importance: 0.5,
    age: 0,
    from: 'turn 1',
    score: 0,
  } as const;
  return { key: members.text ?? '', ...blank, ...members };
}

const asked = {
  query: buildQuery('Who is the keeper of the salt gate?', frequencies),
  known: new Set<string>(),
};

describe('ranking what may bear on a turn', () => {
  it('RE1: never takes more than the budget, nothing twice, and nothing that is known', () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 60 }), fc.nat(300), (all, budgetTokens) => {
        const known = new Set(all.slice(0, 3).map(({ key }) => key));
        const ranked = rankCandidates(all, { ...asked, known, sceneTags: ['mill'], budgetTokens, count });
        expect(ranked.reduce((sum, { text }) => sum + count(text), 0)).toBeLessThanOrEqual(budgetTokens);
        expect(new Set(ranked.map(({ key }) => key)).size).toBe(ranked.length);
        for (const { key, because } of ranked) {
          expect(known.has(key)).toBe(false);
          expect(because).not.toBe('');
        }
      }),
    );
  });

  it('RE2: nothing comes to mind that shares no telling word, tag or meaning; a preference always does', () => {
    const all = [
      build({ text: 'The keeper of the salt gate is Odra.', score: 3 }),
      build({ text: 'Herons nest by the ferry.' }),
      build({ text: 'The mill burned down.', tags: ['mill'] }),
      build({ text: 'Doors creak.', closeness: 0.6 }),
      build({ text: 'No spiders, please.', kind: 'preference' }),
    ];
    const ranked = rankCandidates(all, { ...asked, sceneTags: ['Mill'], budgetTokens: 400, count });
    expect(ranked.map(({ text, because }) => [text, because])).toEqual([
      ['No spiders, please.', 'preference of the player'],
      ['The keeper of the salt gate is Odra.', 'words: keeper, salt, gate'],
      ['Doors creak.', 'close in meaning'],
      ['The mill burned down.', 'scene: Mill'],
    ]);
  });

  it('RE3: of two episodes that say as much, the newer and weightier comes first', () => {
    const all = [
      build({ key: 'old', kind: 'event', text: 'The keeper left.', score: 2, age: 90, importance: 0.2 }),
      build({ key: 'new', kind: 'event', text: 'The keeper left.', score: 2, age: 1, importance: 0.9 }),
    ];
    const ranked = rankCandidates(all, { ...asked, sceneTags: [], budgetTokens: 400, count });
    expect(ranked.map(({ key }) => key)).toEqual(['new', 'old']);
  });

  it('RE3: a rule that only happens to have one of many words does not come, nor does a particle bring anything', () => {
    const rules = [
      build({ kind: 'rule', text: 'Cantrips: a hand of force lifts the lamp.', score: 2 }),
      build({ kind: 'rule', text: 'Lamps: they burn for an hour.', score: 2 }),
      build({ kind: 'rule', text: 'Rogue: strikes from beside an ally.', score: 2 }),
    ];
    const bring = (said: string) => {
      const query = buildQuery(said, frequencies);
      const ranking = { query, sceneTags: [], known: new Set<string>(), budgetTokens: 200, count };
      return rankCandidates(rules, ranking).map(({ text }) => text.slice(0, 5));
    };
    expect(bring('I put my hand on the ferry gate and ask the keeper about salt')).toEqual([]);
    expect(bring('I wait beside the ferry gate')).toEqual([]);
    expect(bring('I light a lamp at the ferry gate and ask the keeper about salt')).toEqual(['Lamps']);
    expect(bring('a hand')).toEqual(['Cantr']);
  });

  it('RE3: function words of another language bring nothing, and in English the words they look like do', () => {
    const list = (said: string) =>
      buildQuery(said, frequencies)
        .map(({ word }) => word.toLowerCase())
        .toSorted();
    expect(list('Ich gehe zu Tannhuber und frage ihn, was das Wasser nach dem Regen war')).toEqual(
      expect.arrayContaining(['tannhuber', 'wasser', 'regen']),
    );
    for (const word of ['ich', 'zu', 'und', 'ihn', 'was', 'das', 'nach', 'dem', 'war'])
      expect(list('Ich gehe zu Tannhuber und frage ihn, was das Wasser nach dem Regen war')).not.toContain(
        word,
      );
    expect(list('Je vais à la porte et je parle au gardien de la tour')).not.toContain('vais');
    expect(list('I was in an inn, so I am the man with the hat who saw men die in the war')).toEqual(
      expect.arrayContaining(['die', 'hat', 'man', 'war']),
    );
  });

  it('RE3: a name that is said whole brings the rules that have it, and none that has a word of it', () => {
    const rules = [
      build({ kind: 'rule', text: 'Spells: magic missile, three darts.', score: 2 }),
      build({ kind: 'rule', text: 'Druid: magic of the wild.', score: 3 }),
      build({ kind: 'rule', text: 'Sparing a life: leave 1 hit point.', score: 2 }),
    ];
    const bring = (said: string, names: readonly string[]) => {
      const query = buildQuery(said, frequencies);
      const ranking = { query, names, sceneTags: [], known: new Set<string>(), budgetTokens: 200, count };
      return rankCandidates(rules, ranking).map(({ text }) => text.slice(0, 5));
    };
    expect(bring('I cast magic missile', ['magic missile'])).toEqual(['Spell']);
    expect(bring('I cast magic', [])).toEqual(['Druid', 'Spell']);
    expect(bring('I sell the trader my spare silver necklace and a day of rations', [])).toEqual([]);
    expect(bring('I spare the trader and keep the silver necklace of the ferry', [])).toEqual(['Spari']);
  });

  it('RE3: everyday words bring no rule, not even in its title, and unknown words count as said', () => {
    const rules = [
      build({ kind: 'rule', text: 'Long rest: it takes one night.', score: 2 }),
      build({ kind: 'rule', text: 'Two weapons: take a second blow.', score: 2 }),
    ];
    const heard = { documents: 20, count: (word: string) => (/ferry|boat|rail/.test(word) ? 0 : 2) };
    const bring = (said: string) => {
      const ranking = { sceneTags: [], known: new Set<string>(), budgetTokens: 200, count };
      const ranked = rankCandidates(rules, { ...ranking, query: buildQuery(said, heard) });
      return ranked.map(({ text, because }) => [text.slice(0, 4), because]);
    };
    expect(bring('I take a long look at the two boats')).toEqual([]);
    expect(bring('I take a long rest')).toEqual([['Long', 'words: rest']]);
    expect(bring('With one hand on the rail I wait for the night ferry')).toEqual([]);
    expect(bring('one night')).toEqual([['Long', 'words: night']]);
  });

  it('RE3: words that stand in most texts are no reason', () => {
    const common = { documents: 100, count: (word: string) => (word === 'keeper' ? 80 : 2) };
    expect(buildQuery('the keeper of the lamp', common).map(({ word }) => word)).toEqual(['lamp']);
    expect(buildQuery('the keeper', { documents: 3, count: () => 3 })).toHaveLength(1);
  });
});
