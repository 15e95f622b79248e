// Tests of linking people: which names of a text belong to one person, and which do not.

import { describe, expect, it } from 'vitest';
import { collectCandidates } from './collect-candidates.ts';
import { detectKind } from './detect-kind.ts';
import { linkPeople } from './link-people.ts';
import { listIdentities } from './list-identities.ts';
import type { KnownEntry } from './parse-scene-window.ts';
import { collectPeople } from './person.ts';

function link(text: string, known: readonly KnownEntry[] = []): ReadonlyMap<string, string> {
  const shown = text.split(/(?<=\p{L}{2}[.!?]) (?!Vance|Brill)/u).map((sentence, index) => ({
    postId: 1,
    label: String(index + 1),
    text: sentence,
    isParagraphStart: index === 0,
  }));
  const scene = collectCandidates(
    shown,
    known.map(({ term }) => term),
  );
  const said = listIdentities(scene).map(({ names }) => names);
  return linkPeople(collectPeople(scene, known, new Set()), said);
}

function areOne(text: string, one: string, other: string): boolean {
  const links = link(text);
  expect([...links.keys()]).toEqual(expect.arrayContaining([one, other]));
  return links.get(one) === links.get(other);
}

const one: readonly (readonly [string, string, string])[] = [
  ['They met Agnes Vance by the gate. Everybody knew Agnes by then.', 'agne', 'agnes vance'],
  ['They met Orla Vance by the gate. Everybody knew Orla by then.', 'orla', 'orla vance'],
  ['They met Dorn Vance by the gate. Then Vance rode home alone.', 'vance', 'dorn vance'],
  ['They met Sir Hew Vance by the gate. Then Sir Hew rode home.', 'sir hew', 'hew vance'],
  ['Brand Vance had a mill. He lost it. Then Captain Vance went to sea.', 'captain vance', 'brand vance'],
  ['Adam J. Vance kept the mill. Of Adam Vance nobody spoke.', 'adam j vance', 'adam vance'],
  ['Then came Thomas Vance with a lamp. “Good night,” said Tommy.', 'tommy', 'thomas vance'],
  ['Then Sidney came in. “Good night,” said Sid.', 'sid', 'sidney'],
  ['Then Sergeant Brill came in. The men laughed at Brill.', 'sergeant brill', 'brill'],
  ['In came Orla Vance, known to all the town as Quill.', 'quill', 'orla vance'],
  ['They spoke of Quill. Quill was none other than Orla Vance.', 'quill', 'orla vance'],
  ['No wind could reach the ears of Orla Vance, known to her many friends as Quill.', 'quill', 'orla vance'],
  ['They met Orla Brill. After Orla Brill Vance had gone, it rained.', 'orla brill', 'orla brill vance'],
  ['They said that Luke and his wife rode home. There lived Sir Luke Vance.', 'luke', 'luke vance'],
  ['Then Clarissa came in. Behind her stood Miss Clarissa with a lamp.', 'clarissa', 'miss clarissa'],
  [
    'They met Captain Hew Vance. There was Dorn Vance. Then Captain Vance went to sea.',
    'captain vance',
    'hew vance',
  ],
  ['They told of squire Vance. Mr. Vance came home, and Vance was glad.', 'squire vance', 'mr vance'],
  ['They told of Cap’n Vance. Then Captain Vance went to sea.', "cap'n vance", 'captain vance'],
  ['They told of Uncle Vance. Mr. Vance came home, and Vance was glad.', 'uncle vance', 'mr vance'],
  ['They told of Aunt Vance. Then Mrs. Vance came home.', 'aunt vance', 'mrs vance'],
  ['They spoke of Miss Brill, or Miss Nettie, as my mother always called her.', 'miss brill', 'miss nettie'],
];

const two: readonly (readonly [string, string, string])[] = [
  ['Then Mr. Vance came in. Behind him stood Mrs. Vance with a lamp.', 'mr vance', 'mrs vance'],
  ['They met Orla Vance. Orla Brill was there. Then Orla laughed.', 'orla', 'orla vance'],
  ['They met Dorn Vance. Ulric Vance was there. Then Vance laughed.', 'vance', 'dorn vance'],
  ['Adam J. Vance kept the mill. Of Adam Ulric Vance nobody spoke.', 'adam j vance', 'adam ulric vance'],
  ['They met Hew Vance by the gate. In the time of King Hew there was no gate.', 'king hew', 'hew vance'],
  ['They met Miss Vance with Orla Vance by the gate.', 'miss vance', 'orla vance'],
  ['Then Molly came in. “Good night,” said Mary.', 'molly', 'mary'],
  ['They met Edward Vance by the gate. Then Mrs. Vance rode home.', 'mrs vance', 'edward vance'],
  ['They told of Captain Vance. Mr. Vance came home.', 'captain vance', 'mr vance'],
  ['They met Orla Vance by the gate. Then Lady Vance rode home.', 'lady vance', 'orla vance'],
  ['They told of Uncle Vance. Miss Vance came home.', 'uncle vance', 'miss vance'],
  ['The sister of Quill, known to her many friends as Orla Vance.', 'quill', 'orla vance'],
  ['They spoke of Quill. Perhaps Quill was Orla Vance.', 'quill', 'orla vance'],
  ['They spoke of Quill. Quill was not Orla Vance.', 'quill', 'orla vance'],
  ['They spoke of Quill. The sister of Quill was Orla Vance.', 'quill', 'orla vance'],
];

const kin: readonly (readonly [string, string, string, boolean])[] = [
  ['They met Pavel Ilyich Orlov. Then Pavel Orlov rode home.', 'pavel ilyich orlov', 'pavel orlov', true],
  [
    'They met Pavel Ivanovitch Orlov. Then Pavel Ivanovitch rode.',
    'pavel ivanovitch',
    'pavel ivanovitch orlov',
    true,
  ],
  ['They met Anna Petrovna. Then Anna Ivanovna rode home.', 'anna petrovna', 'anna ivanovna', false],
  ['They met Pavel Orlov. Then Pavel Ivanovitch rode home.', 'pavel orlov', 'pavel ivanovitch', false],
  [
    'Orlov is a son of Kirill Ivanovitch Orlov. Then Orlov rode home.',
    'orlov',
    'kirill ivanovitch orlov',
    false,
  ],
  ['They met Brill Vance. Then Mrs. Brill Vance rode home.', 'brill vance', 'mrs brill vance', false],
  ['They met M. Orlov. Then Monsieur Orlov rode home.', 'monsieur orlov', 'monsieur orlov', true],
  ['They met St. Brill. Then Monsieur St. Brill rode home.', 'st brill', 'monsieur st brill', true],
  ['They met St. Vance. Then Vance rode home.', 'st vance', 'vance', false],
];

describe('linking people', () => {
  it.each(kin)('BR8: of "%s" the names %s and %s are one: %s', (text, name, other, isOne) => {
    expect(areOne(text, name, other)).toBe(isOne);
  });

  it.each(one)('BR1: in "%s" takes %s and %s for one', (text, name, other) => {
    expect(areOne(text, name, other)).toBe(true);
  });

  it.each(two)('BR1: in "%s" keeps %s and %s apart', (text, name, other) => {
    expect(areOne(text, name, other)).toBe(false);
  });

  it('BR2: gives names to entries that exist, and never makes one of two entries', () => {
    const entry = (id: number, term: string): KnownEntry => ({
      id,
      term,
      aliases: [],
      tags: ['character'],
      definition: '',
    });
    const text = 'They spoke of Quill. Quill was none other than Orla Vance.';
    const onlyOne = link(text, [entry(4, 'Quill')]);
    expect(onlyOne.get('orla vance')).toBe('#4');
    const both = link(text, [entry(4, 'Quill'), entry(5, 'Orla Vance')]);
    expect(both.get('#4')).not.toBe(both.get('#5'));
  });

  it('BR1: gives a full name to the member of a family who is known by its first name', () => {
    const family = [
      ['Orla Vance', 'Orla'],
      ['Dorn Vance', 'Dorn'],
      ['Hew', ''],
      ['Warden Vance', ''],
    ].map(([term = '', alias = ''], at): KnownEntry => {
      const aliases = alias === '' ? [] : [alias];
      return { id: at + 4, term, aliases, tags: ['character'], definition: '' };
    });
    expect(link('On the deck sat Hew Vance, eating an apple.', family).get('hew vance')).toBe('#6');
    // The text does not show who the Warden is: it may be anybody in the family.
    expect(link('On the deck sat Ulric Vance.', family).get('ulric vance')).toBe('ulric vance');
    const warden = family.filter(({ term }) => term === 'Warden Vance');
    expect(link('On the deck sat Ulric Vance.', warden).get('ulric vance')).toBe('#7');
    const rank: KnownEntry = { id: 9, term: 'Vance', aliases: [], tags: ['character'], definition: '' };
    expect(link('On the deck sat Hew Vance.', [...family, rank]).get('hew vance')).not.toBe('#6');
  });

  it('BR1: leaves a Mr. of a family open where its surname alone is somebody’s, and a woman’s name to her', () => {
    const entry = (id: number, term: string): KnownEntry => {
      return { id, term, aliases: [], tags: ['character'], definition: '' };
    };
    const text = 'They waited long. Then Mr. Vance came in.';
    expect(link(text, [entry(4, 'Dorn Vance')]).get('mr vance')).toBe('#4');
    expect(link(text, [entry(4, 'Dorn Vance'), entry(5, 'Vance')]).get('mr vance')).toBe('mr vance');
    const nurse = 'They met Dorn Brill. Then Brill put down her lamp. By then Brill had lost her way.';
    expect(areOne(nurse, 'brill', 'dorn brill')).toBe(false);
  });

  it('BR1: does not take a boy for the man whom the story calls Mr., nor a country for a captain', () => {
    const boy = (definition: string): readonly KnownEntry[] => [
      { id: 4, term: 'Hew Vance', aliases: ['Hew'], tags: ['character'], definition },
    ];
    const text = 'They waited long. Then Mr. Vance came in.';
    expect(link(text, boy('Hew Vance was a clerk.')).get('mr vance')).toBe('#4');
    expect(link(text, boy('Hew Vance was a schoolboy of fourteen.')).get('mr vance')).toBe('mr vance');
    for (const age of ['of ten when the mill burned', 'in those days', 'of ten years old at the time'])
      expect(link(text, boy(`Hew Vance was a boy ${age}.`)).get('mr vance')).toBe('#4');
    const sailed = link('They sailed with England, the great Captain England.');
    expect(sailed.get('captain england')).not.toBe(sailed.get('england'));
  });

  it('BR17: takes a plural name after an article for a family, but not a first name', () => {
    const shown = [
      'Then the Brills came in.',
      'We asked the Brills for a lamp.',
      'Then my Agnes said: so.',
      'Then the Stricklands came in.',
      'We asked the Stricklands for a lamp.',
    ];
    const scene = collectCandidates(
      shown.map((text, at) => ({ postId: 1, label: String(at + 1), text, isParagraphStart: false })),
      [],
    );
    const kinds = [...scene.candidates.values()].map((one) => [one.key, detectKind(one, scene, [])]);
    expect(kinds).toEqual([
      ['brill', 'faction'],
      ['agne', 'character'],
      ['strickland', 'faction'],
    ]);
  });

  it('BR1: takes whom somebody is asked of for no part of a name, and where somebody is from for one', () => {
    const asked = link(
      'They met Quillon. “Can you see it?” asked Quillon of Ondra. Then Quillon of Vessel rode home.',
    );
    expect([...asked.keys()]).toEqual(expect.arrayContaining(['quillon', 'quillon of vessel']));
    expect([...asked.keys()]).not.toContain('quillon of ondra');
    expect(link('They met Quillon of Ondra. Then Quillon rode home.').has('quillon of ondra')).toBe(true);
  });
});
