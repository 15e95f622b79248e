// Proves what becomes of a rejected term, of the additional names that a model gives, and of a name that another entry has.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { describe, expect, it } from 'vitest';
import { openStory, type Story } from '../../test/story-fixture.ts';
import type { EntryId } from '../glossary/entry.ts';
import { takenBackReason } from '../glossary/find-rejected.ts';
import { openGlossaryStore } from '../glossary/glossary-store.ts';

const story = [
  [
    'Thuvan Dihn of Ptarth, the jeddak, spoke to Kulan Tith of Kaol. A jeddak has no friend.',
    'Kulan Tith, the guest, was Thuvia’s friend. Carthoris came out of Helium with a Heliumite. Thuvan Dihn slept.',
  ],
];
const dihn = {
  term: 'Thuvan Dihn',
  definition: 'He is of Ptarth and spoke there.',
  tags: ['character'],
  evidence: [{ post_id: 1, label: 1 }],
};
const tith = { ...dihn, term: 'Kulan Tith', definition: 'He is of Kaol.' };

function openAt(told: Story = story) {
  const world = openStory(told);
  const said: string[] = [];
  const context = {
    ...world.read(1, 2),
    hasSaid: (words: string) => said.some((answer) => answer.includes(words)),
  };
  const call = (name: string, input: unknown) => {
    const answer = world.call(name, input, context);
    said.push(answer.say);
    return answer;
  };
  return { world, call, read: (term: string) => world.glossary.findByTerm(term) };
}

describe('what was rejected', () => {
  it('TL19: is refused with the reason, until it brings evidence that it did not have', () => {
    const { world, call, read } = openAt();
    call('glossary_create', dihn);
    const context = world.read(2);
    const curator = { ...context.source, author: 'curator', reason: 'A passer-by.' } as const;
    world.glossary.delete(1 as EntryId, curator);
    const again = call('glossary_create', { ...dihn, definition: 'He spoke there.' });
    expect(again).toEqual({
      ok: false,
      say: 'Not created: the curator rejected "Thuvan Dihn" at post 2 (A passer-by). Leave it out, or send it with evidence that it did not have then.',
    });
    const evidence = [...dihn.evidence, { post_id: 2, label: 3 }];
    expect(call('glossary_create', { ...dihn, evidence }).say).toContain(
      'the curator rejected "Thuvan Dihn" at post 2 (A passer-by). It is looked at once more',
    );
    expect(read('Thuvan Dihn')?.evidence).toHaveLength(2);
  });

  it('TL19: is still known to a database that is opened later, and forgotten if it is rolled back', () => {
    const { world, call } = openAt();
    call('glossary_create', dihn);
    const { source } = world.read(2);
    expect(() =>
      world.connection.transaction(() => {
        world.glossary.delete(1 as EntryId, { ...source, reason: 'Gone.' });
        expect(world.glossary.findRejected('thuvan dihn')?.deletion.reason).toBe('Gone.');
        throw new Error('rolled back');
      })(),
    ).toThrow('rolled back');
    expect(world.glossary.findRejected('Thuvan Dihn')).toBeUndefined();
    world.glossary.delete(1 as EntryId, { ...source, reason: 'Gone.' });
    const { readBody } = world;
    const later = openGlossaryStore(world.connection, { clock: buildFakeEnvironment().clock, readBody });
    expect(later.findRejected('Thuvan Dihn')?.entry.term).toBe('Thuvan Dihn');
    later.restore(1 as EntryId, { ...source, author: 'human', stepId: undefined });
    expect(later.findRejected('Thuvan Dihn')).toBeUndefined();
  });

  it('TL19: does not include what a skipped scene took back, nor what a person deleted', () => {
    for (const source of [{ reason: takenBackReason }, { author: 'human', stepId: undefined } as const]) {
      const { world, call } = openAt();
      call('glossary_create', dihn);
      world.glossary.delete(1 as EntryId, { ...world.read(2).source, ...source });
      expect(world.glossary.findRejected('Thuvan Dihn')).toBeUndefined();
    }
  });
});

describe('further names', () => {
  it('TL17: a name that hardly belongs to the entry is left out with the reason, and accepted when sent again', () => {
    const { call, read } = openAt();
    const first = call('glossary_create', { ...dihn, aliases: ['Kulan Tith', 'Dihn', "Thuvia's friend"] });
    expect(first.say).toContain(
      'Left out: "Kulan Tith", which looks like the full name of somebody or something else. Send it again as an alias',
    );
    expect(first.say).toContain('"Thuvia\'s friend", which says whose sister, friend or servant somebody is');
    expect(read('Thuvan Dihn')?.aliases).toEqual(['Dihn']);
    call('glossary_update', { entry_id: 1, aliases: ['Kulan Tith'] });
    expect(read('Thuvan Dihn')?.aliases).toEqual(['Dihn', 'Kulan Tith']);
    expect(call('glossary_update', { entry_id: 1, aliases: ['Kulan Tith'] }).say).toContain(
      'Nothing changed.',
    );
  });

  it('TL17: a refusal of evidence that has only such a name says why the name was left out', () => {
    const { call, read } = openAt();
    call('glossary_create', dihn);
    const update = { entry_id: 1, aliases: ['Kulan Tith'], evidence: [{ post_id: 2, label: 1 }] };
    const answer = call('glossary_update', update);
    expect(answer.ok).toBe(false);
    expect(answer.say).toMatch(/^Not changed\. .+ does not name "Thuvan Dihn"/u);
    expect(answer.say).toContain('Left out: "Kulan Tith", which looks like the full name');
    expect(call('glossary_update', update).ok).toBe(true);
    expect(read('Thuvan Dihn')?.aliases).toEqual(['Kulan Tith']);
    const aliases = [...update.aliases, 'the guest'];
    const { say } = openAt().call('glossary_create', { ...dihn, evidence: update.evidence, aliases });
    expect(say).toMatch(/^Not created: .+ needs evidence.+Left out: "Kulan Tith", which looks/su);
    // A refused call puts nothing on hold.
    expect(say).not.toContain('On hold');
    expect(read('Thuvan Dihn')?.evidence).toHaveLength(2);
  });

  it('TL17: if the story names it beside a name of the entry, as two things, the model is told so once', () => {
    const { call, read } = openAt([
      ['Elinor Dashwood sat with John Dashwood. Elinor slept.', 'Elinor called to Mrs. Jennings.'],
    ]);
    const evidence = [{ post_id: 1, label: 1 }];
    const elinor = { term: 'Elinor Dashwood', definition: 'She sat.', tags: ['character'], evidence };
    const answer = call('glossary_create', { ...elinor, aliases: ['Elinor', 'John Dashwood'] });
    expect(answer.say).toContain(
      'Left out: "John Dashwood", which the story names along with this one, as somebody or something else. Send it again as an alias if it is a name of just this one.',
    );
    expect(read('Elinor Dashwood')?.aliases).toEqual(['Elinor']);
    const other = call('glossary_update', { entry_id: 1, aliases: ['Mrs. Jennings'] });
    expect(other.say).toContain(
      '"Mrs. Jennings", which the story names along with this one, as somebody or something else',
    );
    call('glossary_update', { entry_id: 1, aliases: ['John Dashwood'] });
    expect(read('Elinor Dashwood')?.aliases).toEqual(['Elinor', 'John Dashwood']);
  });

  it('TL17: a name that the scene says is another one of the entry is accepted, although it was named beside it', () => {
    const { call, read } = openAt([['Turan went with Gahan.', 'Gahan was none other than Turan.']]);
    const evidence = [{ post_id: 2, label: 1 }];
    const gahan = { term: 'Gahan', definition: 'He is Turan.', tags: ['character'], aliases: ['Turan'] };
    expect(call('glossary_create', { ...gahan, evidence }).say).not.toContain('Left out');
    expect(read('Gahan')?.aliases).toEqual(['Turan']);
  });

  it('TL17: of a name of an entry that is said to be something else the model is told once; its term is never accepted', () => {
    const { world, call, read } = openAt();
    call('glossary_create', { ...tith, aliases: ['Tith'] });
    call('glossary_create', { ...dihn, tags: ['term'] });
    world.glossary.markApart(1 as EntryId, 2 as EntryId, world.read(2).source);
    const update = { entry_id: 2, aliases: ['Tith', 'Kulan Tith'] };
    const answer = call('glossary_update', update);
    expect(answer.say).toContain('Left out, as another entry has that name: "Kulan Tith".');
    expect(answer.say).toContain('"Tith", which is also a name of another entry, for something else');
    expect(read('Thuvan Dihn')?.aliases).toEqual([]);
    call('glossary_update', update);
    expect(read('Thuvan Dihn')?.aliases).toEqual(['Tith']);
  });

  it('TL17: if two things have a name, the model is told once, even if only the first call told them apart', () => {
    const { call, read } = openAt();
    call('glossary_create', { ...tith, aliases: ['Tith'] });
    const first = call('glossary_create', { ...dihn, aliases: ['Tith'], distinct_from: [1] });
    expect(first.say).toContain('"Tith", which is also a name of another entry, for something else');
    expect(call('glossary_update', { entry_id: 2, aliases: ['Tith'] }).ok).toBe(true);
    expect(read('Thuvan Dihn')?.aliases).toEqual(['Tith']);
  });

  it('TL17: a plain word such as a pronoun is questioned', () => {
    const { call, read } = openAt([['I, Clara Orr, slept.', 'Clara woke.']]);
    const clara = { term: 'Clara Orr', definition: 'She slept.', tags: ['character'], evidence: '1:1' };
    const { say } = call('glossary_create', { ...clara, aliases: ['I', 'Clara'] });
    expect(say).toContain('Left out: "I", which is a plain word, not a name.');
    expect(read('Clara Orr')?.aliases).toEqual(['Clara']);
  });

  it('TL4: what a narrator calls a person is accepted; another’s word for many people is put on hold', () => {
    const { call, read } = openAt([
      ['My mother, Clara Orr, slept.', 'The servant of my mother woke. An old woman came.'],
    ]);
    const clara = { term: 'Clara Orr', definition: 'She slept.', tags: ['character'], evidence: '1:1' };
    const { say } = call('glossary_create', {
      ...clara,
      aliases: ['my mother', 'the servant', 'An old woman'],
    });
    expect(say).toContain('On hold, as an ordinary word: "the servant", "An old woman".');
    expect(read('Clara Orr')?.aliases).toEqual(['my mother']);
  });

  it('TL17: a word for a people is questioned if the place is known', () => {
    const { call, read } = openAt();
    const evidence = [{ post_id: 2, label: 2 }];
    const answer = call('glossary_create', {
      term: 'Carthoris',
      definition: 'He came out of Helium.',
      tags: ['character'],
      aliases: ['Heliumite'],
      evidence,
    });
    expect(answer.say).toContain('"Heliumite", which is said of everybody from that place');
    expect(read('Carthoris')?.aliases).toEqual([]);
  });

  it('TL18: `the` and a term with an entry is no alias of another entry', () => {
    const { call, read } = openAt();
    call('glossary_create', { ...dihn, term: 'jeddak', definition: 'A rank.', tags: ['title'] });
    const answer = call('glossary_create', { ...dihn, aliases: ['the jeddak'] });
    expect(answer.say).toContain('Left out, as another entry has that name: "the jeddak".');
    expect(read('Thuvan Dihn')?.aliases).toEqual([]);
    call('glossary_update', { entry_id: 2, aliases: ['the jeddak'] });
    expect(read('Thuvan Dihn')?.aliases).toEqual([]);
  });

  it('TL18: a new term is removed from the aliases of another entry, and the answer says so', () => {
    const { call, read } = openAt();
    call('glossary_create', { ...dihn, aliases: ['Kulan Tith'] });
    call('glossary_update', { entry_id: 1, aliases: ['Kulan Tith'] });
    expect(call('glossary_create', tith).say).toContain('may be the same as');
    const answer = call('glossary_create', { ...tith, distinct_from: [1] });
    expect(answer.say).toContain('It is no longer an alias of entry 1, "Thuvan Dihn".');
    expect(read('Thuvan Dihn')?.aliases).toEqual([]);
    expect(read('Kulan Tith')?.id).toBe(2);
  });
});
