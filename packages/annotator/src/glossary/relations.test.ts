// Tests relations between entries: their kinds, the quotes behind them, and what becomes of them.

import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../test/story-fixture.ts';
import { openGlossaryAsOf } from '../as-of/open-glossary-as-of.ts';
import {
  findMisfit,
  parseRelationKind,
  relationKinds,
  renderInverse,
  splitRelation,
} from '../reader/relation-kinds.ts';
import type { EntryId, GlossaryEntry } from './entry.ts';
import { listRelations, type RelationSource } from './list-relations.ts';
import { verifyGlossary } from './verify-glossary-store.ts';

const story = [
  [
    'Arla, the mother of Boren, ruled the town of Vell. Vell had a wall.',
    'Boren came home. He hated his mother. Cadoc served Arla. The Wardens kept a Bell in Vell.',
  ],
  ['Boren fled. Cadoc was Dorn in disguise. Dorn was the brother of Boren.'],
];
const kinds = { Arla: 'character', Boren: 'character', Cadoc: 'character', Vell: 'location' };

function openRead() {
  const world = openStory(story);
  const context = world.read(1, 2);
  for (const [term, tag] of Object.entries(kinds)) world.create(context, { term, tags: [tag] });
  const find = (term: string): GlossaryEntry => {
    const entry = world.glossary.findByTerm(term);
    if (entry === undefined) throw new Error(`There is no ${term}.`);
    return entry;
  };
  const relate = (term: string, relations: unknown, place = context) =>
    world.call('glossary_update', { entry_id: term, relations }, place);
  const show = (source: RelationSource = world.glossary) => showAll(source, world.glossary.find);
  return { world, context, find, relate, show };
}

/** Relations as lines, with the names that the entries have today. */
function showAll(
  source: RelationSource,
  find: (id: EntryId) => GlossaryEntry | undefined,
): readonly string[] {
  return [...listRelations(source)].flatMap(([from, relations]) =>
    relations.map(({ wording, to }) => `${find(from)?.term} ${wording} ${find(to)?.term}`),
  );
}

describe('relations', () => {
  it('RL1: are stored once and read from both ends, each said once', () => {
    const { world, find, relate, show } = openRead();
    const said = [{ kind: 'mother of', to: 'Boren', evidence: [{ post_id: 1, label: 1 }] }];
    expect(relate('Arla', said).ok).toBe(true);
    expect(find('Arla').relations).toMatchObject([{ kind: 'parent of', to: find('Boren').id }]);
    expect(find('Boren').relations).toBeUndefined();
    expect(show()).toEqual(['Arla parent of Boren', 'Boren child of Arla']);
    const again = [{ kind: 'child of', to: 'Arla', evidence: [{ post_id: 1, label: 1 }] }];
    expect(relate('Boren', again)).toMatchObject({
      ok: true,
      say: expect.stringContaining('Nothing changed'),
    });
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
    for (const kind of relationKinds) {
      expect(parseRelationKind(kind.replaceAll(' ', '_'))).toEqual({ kind, isInverse: false });
      expect(parseRelationKind(renderInverse(kind))).toBeDefined();
    }
    expect(splitRelation('is the brother of Soma of Vell')).toEqual({
      kind: 'is the brother of',
      to: 'Soma of Vell',
    });
  });

  it('RL2: take a ship that is an item for what has a crew, and people in it', () => {
    const aboard = { from: ['character'], to: ['item', 'ship'] };
    expect([findMisfit('member of', aboard), findMisfit('is in', aboard)]).toEqual([undefined, undefined]);
    expect(findMisfit('spouse of', aboard)).toBeDefined();
  });

  it('RL2: need a quote that was read and names both entries, or one of them by a pronoun', () => {
    const { relate, show } = openRead();
    const quote = (text: string, post = 2) => [{ post_id: post, quote: text }];
    expect(relate('Cadoc', [{ kind: 'serves', to: 'Arla', evidence: quote('Cadoc served Arla.') }]).ok).toBe(
      true,
    );
    // "Boren" is in the post, and "He" refers to him; Arla is named there too.
    expect(
      relate('Boren', [
        { kind: 'opposes', to: 'Arla', evidence: quote('He hated his mother. Cadoc served Arla.') },
      ]).ok,
    ).toBe(true);
    const nameless = relate('Cadoc', [
      { kind: 'opposes', to: 'Boren', evidence: quote('Cadoc served Arla.') },
    ]);
    expect(nameless).toEqual({
      ok: false,
      say: 'Relation not taken: To say that "Cadoc" is in the relation "opposes" to "Boren", give a quote that names both. One or two sentences with one name and a word for the other (he, her, my) will do too, if the other is named in the same post or the one before. Its quote names only one of the two. It has no word for "Boren".',
    });
    const unread = relate('Boren', [
      { kind: 'sibling of', to: 'Cadoc', evidence: quote('Dorn was the brother of Boren.', 3) },
    ]);
    expect(unread).toMatchObject({ ok: false });
    expect(
      relate('Vell', [{ kind: 'spouse of', to: 'Arla', evidence: [{ post_id: 1, label: 1 }] }]),
    ).toMatchObject({
      ok: false,
      say: expect.stringContaining('tagged character or creature; "Vell" is tagged location'),
    });
    expect(show()).toEqual([
      'Boren opposes Arla',
      'Cadoc serves Arla',
      'Arla opposed by Boren',
      'Arla served by Cadoc',
    ]);
  });

  it('RL3: are refused one by one, with words that would do', () => {
    const { world, context, relate, show } = openRead();
    const created = world.call(
      'glossary_create',
      {
        term: 'Bell',
        definition: 'A bell that the Wardens keep in Vell.',
        tags: ['item'],
        evidence: [{ post_id: 2, label: 4 }],
        relations: [
          { kind: 'is in', to: 'Vell' },
          { kind: 'held by', to: 'Vell' },
          { kind: 'held by', to: 'Wardens' },
          'adores Vell',
        ],
      },
      context,
    );
    expect(created.ok).toBe(true);
    expect(created.say).toContain('Stored with the other entry: 4, "Vell", holds "Bell".');
    expect(created.say).toContain('There is no entry "Wardens". Send it again');
    expect(created.say).toContain('"adores Vell" is not a kind of relation. Kinds: parent of,');
    expect(show()).toContain('Vell holds Bell');
    expect(
      relate('Arla', [{ kind: 'sibling of', to: 'Arla', evidence: [{ post_id: 1, label: 1 }] }]),
    ).toMatchObject({
      ok: false,
      say: expect.stringContaining('cannot be sibling of itself'),
    });
  });

  it('RL14: are turned round if words or kinds show that the other entry has them, and refused without a quote', () => {
    for (const kind of ['ruled by', 'rules']) {
      const { relate, show } = openRead();
      const wrong = [{ kind, to: 'Arla', evidence: [{ post_id: 1, quote: 'Nobody ruled.' }] }];
      expect(relate('Vell', wrong).ok).toBe(false);
      expect(show()).toEqual([]);
      const said = [{ kind, to: 'Arla', evidence: [{ post_id: 1, label: 1 }] }];
      expect(relate('Vell', said)).toMatchObject({
        ok: true,
        say: expect.stringMatching(/Stored with the other entry: \d, "Arla", rules "Vell"\./),
      });
      expect(show()).toEqual(['Arla rules Vell', 'Vell ruled by Arla']);
      expect(relate('Vell', said).say).toContain('Nothing changed');
      // A relation that is known can be repeated without a quote.
      expect(relate('Vell', [{ kind, to: 'Arla' }]).say).toContain('Nothing changed');
    }
  });

  it('RL15: are refused if they contradict others, until the same call removes these', () => {
    const { world, context, find, relate, show } = openRead();
    const evidence = [{ post_id: 2, label: 3 }];
    const { id } = find('Cadoc');
    relate('Cadoc', [{ kind: 'serves', to: 'Arla', evidence }]);
    const removal = { kind: 'served by', to: id, reason: 'It is the reverse.' };
    expect(relate('Arla', [{ kind: 'serves', to: 'Cadoc', evidence }])).toEqual({
      ok: false,
      say: `Relation not taken: the glossary has the relation "Arla" served by "Cadoc", so "serves" cannot be true as well. If the glossary is wrong, remove that relation in the same call: "remove_relations": [{"kind": "served by", "to": ${id}, "reason": "…"}].`,
    });
    expect(relate('Cadoc', [{ kind: 'served by', to: 'Arla', evidence }]).say).toContain(
      'the glossary has the relation "Cadoc" serves "Arla", so "served by" cannot be true as well.',
    );
    const turned = {
      entry_id: 'Arla',
      relations: [{ kind: 'serves', to: 'Cadoc', evidence }],
      remove_relations: [removal],
    };
    expect(world.call('glossary_update', turned, context).ok).toBe(true);
    expect(show()).toEqual(['Arla serves Cadoc', 'Cadoc served by Arla']);
    relate('Boren', [{ kind: 'opposes', to: 'Arla', evidence: [{ post_id: 2, label: 2 }] }]);
    expect(relate('Arla', [{ kind: 'opposes', to: 'Boren', evidence: [{ post_id: 1, label: 1 }] }]).ok).toBe(
      true,
    );
    relate('Arla', [{ kind: 'mother of', to: 'Boren', evidence: [{ post_id: 1, label: 1 }] }]);
    for (const kind of ['spouse of', 'sibling of', 'child of'])
      expect(relate('Arla', [{ kind, to: 'Boren', evidence: [{ post_id: 1, label: 1 }] }]).ok).toBe(false);
  });

  it('RL16: are refused if their quote makes the parent the child', () => {
    const { relate, show } = openRead();
    const evidence = [{ post_id: 1, label: 1 }];
    expect(relate('Arla', [{ kind: 'child of', to: 'Boren', evidence }])).toEqual({
      ok: false,
      say: 'Relation not taken: In its quote, "Boren" is the child. If that is right, send "parent of"; if not, send a quote that says "child of".',
    });
    expect(relate('Arla', [{ kind: 'parent of', to: 'Boren', evidence }]).ok).toBe(true);
    expect(show()).toEqual(['Arla parent of Boren', 'Boren child of Arla']);
  });

  it('RL3: are refused in plain words if a name means no entry, or several', () => {
    const { world, context, relate } = openRead();
    world.create(context, { term: 'Boren (ghost)', tags: ['creature'], aliases: ['Boren'] });
    world.create(context, { term: 'Arla of Vell', tags: ['character'], aliases: ['the Lady'] });
    world.create(context, { term: 'Arla the Elder', tags: ['character'], aliases: ['the Lady'] });
    const evidence = [{ post_id: 2, label: 3 }];
    expect(relate('Cadoc', [{ kind: 'serves', to: 'the Lady', evidence }])).toEqual({
      ok: false,
      say: 'Relation not taken: Several entries are called "the Lady": 6 ("Arla of Vell"), 7 ("Arla the Elder"). Give the id of one.',
    });
    const unknown = relate('Cadoc', [{ kind: 'serves', to: 'Arla & Sons', evidence }]);
    expect(unknown.say).toMatch(
      /^Relation not taken: There is no entry "Arla &amp; Sons"\. Similar: .+\. If one of them is meant, give its id; if not, send it again with glossary_update once both are entries\.$/u,
    );
    expect(unknown.say).not.toContain('&lt;');
  });

  it('RL4: follow their entries through merges, deletions and restorations, and back in time', () => {
    const { world, find, relate, show } = openRead();
    relate('Cadoc', [{ kind: 'serves', to: 'Arla', evidence: [{ post_id: 2, label: 3 }] }]);
    relate('Arla', [{ kind: 'parent of', to: 'Boren', evidence: [{ post_id: 1, label: 1 }] }]);
    const before = world.glossary.readNewestRevision();
    const later = world.read(3);
    world.create(later, { term: 'Dorn', tags: ['character'] });
    relate('Dorn', [{ kind: 'brother of', to: 'Boren', evidence: [{ post_id: 3, label: 3 }] }], later);
    const { glossary, connection, readBody } = world;
    const { source } = later;
    const cadoc = find('Cadoc').id;
    glossary.merge({ from: find('Dorn').id, into: cadoc, source });
    expect(show()).toContain('Cadoc sibling of Boren');
    const merged = world.call('glossary_update', { entry_id: 5, tags: ['guest'] }, later);
    expect(merged.say).toContain('Entry 5 was merged into entry 3, "Cadoc": this call is about that one.');
    expect(merged.say).toContain('No tag says what it is. Kinds: character, location,');
    world.call('glossary_update', { entry_id: 3, tags: ['character'] }, later);
    glossary.delete(find('Arla').id, source);
    expect(show()).toEqual(['Cadoc sibling of Boren', 'Boren sibling of Cadoc']);
    expect(verifyGlossary(connection, readBody)).toEqual([]);
    const past = openGlossaryAsOf(connection, {
      moment: { at: 'revision', revision: before },
      clock: buildSystemEnvironment().clock,
      readBody,
    });
    expect(showAll(past.glossary, past.glossary.find)).toEqual([
      'Arla parent of Boren',
      'Arla served by Cadoc',
      'Cadoc serves Arla',
      'Boren child of Arla',
    ]);
    past.close();
    glossary.restore(1 as EntryId, source);
    glossary.restore(5 as EntryId, source);
    expect(find('Cadoc').relations).toHaveLength(1);
    expect(show()).toContain('Dorn sibling of Boren');
    // If its two ends turn out to be one entry, a relation no longer says anything.
    glossary.merge({ from: find('Boren').id, into: find('Arla').id, source });
    expect(show()).toEqual([
      'Cadoc serves Arla',
      'Dorn sibling of Arla',
      'Arla served by Cadoc',
      'Arla sibling of Dorn',
    ]);
  });

  it('RL4: are shown to a model as leading to what an entry has become, and not to the entry itself', () => {
    const { world, find, relate } = openRead();
    const later = world.read(3);
    world.create(later, { term: 'Dorn', tags: ['character'] });
    const evidence = [{ post_id: 3, label: 3 }];
    relate('Boren', [{ kind: 'sibling of', to: 'Dorn', evidence }], later);
    world.glossary.merge({ from: find('Dorn').id, into: find('Cadoc').id, source: later.source });
    const search = () => world.call('glossary_search', { query: 'Boren', limit: 1 }, later).say;
    expect(search()).toContain(`relations="sibling of ${find('Cadoc').id}"`);
    world.glossary.merge({ from: find('Cadoc').id, into: find('Boren').id, source: later.source });
    expect(search()).toContain('term="Boren"');
    expect(search()).not.toContain('relations=');
  });

  it('RL11: are ended by a reading model with a reason, from either end, and may begin again', () => {
    const { world, find, relate, show } = openRead();
    const later = world.read(3);
    const served = [{ kind: 'serves', to: 'Arla', evidence: [{ post_id: 2, label: 3 }] }];
    const end = (term: string, removal: unknown) =>
      world.call('glossary_update', { entry_id: term, remove_relations: removal }, later);
    relate('Cadoc', served);
    expect(end('Cadoc', ['serves Arla'])).toEqual({
      ok: false,
      say: 'Relation not taken out: Say in "reason" why the relation "serves" to "Arla" no longer holds.',
    });
    expect(end('Cadoc', [{ kind: 'serves', to: 'Boren', reason: 'Fled.' }]).say).toContain(
      '"Cadoc" has no relation "serves" to "Boren", nor any other.',
    );
    expect(end('Arla', [{ kind: 'serves', to: 'Cadoc', reason: 'Fled.' }]).say).toContain(
      '"Arla" has no relation "serves" to "Cadoc". What it has: "served by".',
    );
    expect(end('Cadoc', [{ kind: 'serves', to: 'Wardens', reason: 'Fled.' }]).say).toContain(
      'no entry "Wardens"',
    );
    const reason = 'Cadoc was Dorn in disguise.';
    expect(end('Cadoc', [{ kind: 'serves', to: 'Arla', reason }])).toMatchObject({
      ok: true,
      say: expect.stringContaining('>No longer: "Cadoc" serves "Arla".<'),
    });
    expect(find('Cadoc').relations).toBeUndefined();
    expect(world.glossary.readRevisions(find('Cadoc').id).at(-1)).toMatchObject({
      field: 'relations',
      reason,
    });
    relate('Cadoc', served);
    expect(show()).toEqual(['Cadoc serves Arla', 'Arla served by Cadoc']);
    expect(end('Arla', { kind: 'served by', to: 'Cadoc', reason }).say).toContain(
      'No longer: "Cadoc" serves "Arla".',
    );
    expect(show()).toEqual([]);
    expect(verifyGlossary(world.connection, world.readBody)).toEqual([]);
  });

  it('RL11: that a person stated stay, and what would end them waits', () => {
    const { world, context, find, relate, show } = openRead();
    relate('Cadoc', [{ kind: 'serves', to: 'Arla', evidence: [{ post_id: 2, label: 3 }] }]);
    const { relations } = find('Cadoc');
    const source = { ...context.source, author: 'human', stepId: undefined } as const;
    world.glossary.update(find('Cadoc').id, { relations: [] }, source);
    world.glossary.update(find('Cadoc').id, { relations }, source);
    for (const [term, removal] of [
      ['Cadoc', { kind: 'serves', to: 'Arla', reason: 'Fled.' }],
      ['Arla', { kind: 'served by', to: 'Cadoc', reason: 'Fled.' }],
    ]) {
      const { say } = world.call('glossary_update', { entry_id: term, remove_relations: [removal] }, context);
      expect(say).toContain('which stand; yours are kept as a proposal.');
      expect(say).not.toContain('No longer');
    }
    expect(show()).toContain('Cadoc serves Arla');
  });

  it('RL5: are verified: the quote, and where they lead', () => {
    const { world, relate } = openRead();
    relate('Cadoc', [{ kind: 'serves', to: 'Arla', evidence: [{ post_id: 2, label: 3 }] }]);
    world.connection.exec(`UPDATE relation SET quote = 'Cadoc served Boren.', target_id = 99`);
    const codes = verifyGlossary(world.connection, world.readBody).map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['relation.astray', 'relation.moved', 'revision.differs']));
  });
});
