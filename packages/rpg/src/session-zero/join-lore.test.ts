// Tests adding cards and lorebooks to a world: a game can begin whatever they contain, and nothing is left out silently.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRpgDatabase } from '../database/open-rpg-database.ts';
import type { Card, Lorebook } from '../exchange/card.ts';
import { readCard } from '../exchange/read-card.ts';
import { readLorebook } from '../exchange/read-lorebook.ts';
import { openGame } from '../game/open-game.ts';
import { readShippedSystem } from '../manifest/read-system.ts';
import type { Scenario } from '../narrator/scenario.ts';
import { readScenario } from '../narrator/scenarios.ts';
import { buildGlossaryWorld } from './build-glossary-world.ts';
import type { GlossaryLore } from './glossary-lore.ts';
import { joinCard, joinLorebook } from './join-lore.ts';
import { startSession } from './start-session.ts';

const system = readShippedSystem('starter');
const world = readScenario('the-unkept-lamp');
const small: Scenario = { ...world, notes: [], people: [], quests: [], clocks: [], items: [] };

function parse(json: object): Card {
  return readCard(Buffer.from(JSON.stringify(json)));
}

function parseBook(entries: readonly object[]): Lorebook {
  return readLorebook(Buffer.from(JSON.stringify({ entries })));
}

/** Begins a game in this world, and reads its people and notes. */
function begin(made: Scenario) {
  const connection = openRpgDatabase({ path: ':memory:' });
  const environment = buildFakeEnvironment();
  const [quick] = system.manifest.characters ?? [];
  const character = { name: 'Hild Amber', about: 'A warden.', set: quick?.set ?? {} };
  startSession({ connection, environment, name: 'Lamp', seed: 'lamp', system, world: made, character });
  const game = openGame({ connection, session: 'Lamp', clock: environment.clock });
  const read = (type: string) => game.state.list(type).map(({ sheet }) => sheet);
  const people = read('npc');
  const notes = read('note');
  game.close();
  connection.close();
  return { people, notes };
}

const anyText = fc.string({ unit: 'grapheme', maxLength: 400 });
const texts = fc.array(anyText, { maxLength: 60 });

describe('cards and lorebooks in a world', () => {
  it('SZ7: whatever stands in a card, the game can be begun with it', () => {
    const entry = fc.record({ keys: texts, content: fc.string({ maxLength: 5_000 }), comment: anyText });
    const card = fc.record({
      name: anyText.map((name) => `A${name}`),
      description: fc.string({ maxLength: 5_000 }),
      first_mes: anyText,
      alternate_greetings: texts,
      tags: texts,
      character_book: fc.record({ entries: fc.array(entry, { maxLength: 4 }) }),
    });
    fc.assert(
      fc.property(card, (data) => {
        const read = parse({ spec: 'chara_card_v2', spec_version: '2.0', data });
        const joined = joinCard(small, read, 'somebody.json');
        expect(begin(joined.world).people).toHaveLength(1);
      }),
      { numRuns: 25 },
    );
  });

  it('SZ7: whatever stands in a glossary, a game can be begun in its world', () => {
    const entry: fc.Arbitrary<GlossaryLore> = fc.record({
      term: anyText.map((term) => `T${term}`),
      aliases: texts,
      kind: fc.constantFrom('person', 'place', 'faction', 'thing', 'event', 'other'),
      definition: fc.string({ maxLength: 3_000 }),
      quote: fc.string({ maxLength: 3_000 }),
      where: anyText,
      weight: fc.double({ min: 0, max: 1, noNaN: true }),
      beside: fc.constant([]),
      told: fc.array(fc.record({ words: anyText, post: fc.nat(20) }), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ term }) => term, maxLength: 8 }), (entries) => {
        const made = buildGlossaryWorld({ title: 'T', asOf: 'as of 3', readEntries: () => entries });
        expect(begin(made).people).toHaveLength(made.people.length);
      }),
      { numRuns: 25 },
    );
  });

  it('SZ6: a name that is too long is cut, and that is said', () => {
    const { world: joined, warnings } = joinCard(
      small,
      parse({ name: 'N'.repeat(200), description: 'x' }),
      'n.json',
    );
    expect(joined.people[0]?.name).toBe('N'.repeat(80));
    expect(warnings).toEqual(['n.json: the name was cut to 80 characters.']);
  });

  it('SZ6: lore and people that find no room are counted', () => {
    const entries = Array.from({ length: 2_003 }, (_, at) => ({
      keys: [`key ${at}`],
      content: `Lore ${at}.`,
    }));
    const { world: full, warnings } = joinLorebook(small, parseBook(entries), '/somewhere/big.json');
    expect(full.notes).toHaveLength(2_000);
    expect(warnings).toEqual([
      'big.json: 3 of 2003 pieces of lore were left out: a world holds at most 2000.',
    ]);
    const [person] = world.people;
    const people = Array.from({ length: 200 }, (_, at) => ({ ...person, name: `Somebody ${at}` }));
    const crowded = joinCard(
      { ...small, people: people as Scenario['people'] },
      parse({ name: 'Mara', description: 'x' }),
      'm.json',
    );
    expect(crowded.world.people).toHaveLength(200);
    expect(crowded.warnings).toEqual(['m.json: Mara was left out: a world has room for 200 people.']);
  });

  it('SZ6: first messages and a personality that find no room are told of', () => {
    const secrets = Array.from({ length: 200 }, () => ({ of: 'Bren', kind: 'truth', text: 'x' }));
    const card = parse({
      name: 'Mara',
      description: 'x',
      personality: 'stern',
      first_mes: 'M'.repeat(2_000),
      alternate_greetings: Array.from({ length: 44 }, (_, at) => `Greeting ${at}.`),
    });
    const { warnings } = joinCard({ ...small, secrets } as Scenario, card, 'm.json');
    expect(warnings).toEqual([
      'm.json: 5 of 45 first messages were left out: at most 40 are kept.',
      'm.json: of 1 of its first messages, only 1900 characters are said to a player who comes.',
      'm.json: what Mara is like was left out: a world has room for 200 secrets.',
    ]);
  });

  it('SZ6: the player is called by name where a card says {{user}}, whatever the name holds', () => {
    const card = parse({
      name: 'Mara',
      description: '{{char}} owes {{user}} a boat.',
      first_mes: 'Late, <USER>.',
    });
    const { world: joined } = joinCard(small, card, 'mara.json');
    const { people, notes } = begin(joined);
    expect(people[0]?.['about']).toBe('Mara owes Hild Amber a boat.');
    expect(notes.map((note) => note['content'])).toContain('Mara owes Hild Amber a boat.');
    expect(joined.people[0]?.greet).toEqual(['Late, <USER>.']);
  });
});
