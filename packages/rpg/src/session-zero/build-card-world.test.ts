// Tests building a world from a character card alone: whatever the card contains, a game can begin in that world.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRpgDatabase } from '../database/open-rpg-database.ts';
import { readCard } from '../exchange/read-card.ts';
import { openGame } from '../game/open-game.ts';
import { readShippedSystem } from '../manifest/read-system.ts';
import { readFirstWords } from '../narrator/first-words.ts';
import { buildCardWorld, chooseGreeting } from './build-card-world.ts';
import { joinCard } from './join-lore.ts';
import { startSession } from './start-session.ts';
import { takePart } from './take-part.ts';

const system = readShippedSystem('starter');

/** Begins a game in the world of a card with this JSON. */
function begin(json: object) {
  const card = readCard(Buffer.from(JSON.stringify(json)));
  const { world } = joinCard(buildCardWorld(card), card, 'soma.json');
  const connection = openRpgDatabase({ path: ':memory:' });
  const environment = buildFakeEnvironment();
  const [quick] = system.manifest.characters ?? [];
  const character = { name: 'Hild Amber', about: 'A warden.', set: quick?.set ?? {} };
  startSession({ connection, environment, name: 'Fog', seed: 'fog', system, world, character });
  const game = openGame({ connection, session: 'Fog', clock: environment.clock });
  const count = (type: string) => game.state.list(type).length;
  const [person] = game.state.list('npc');
  const found = {
    places: game.state.list('location').map(({ sheet }) => sheet['name']),
    counts: ['npc', 'creature', 'item', 'quest', 'faction', 'clock'].map(count),
    lore: game.state.list('note').map(({ sheet }) => String(sheet['content'])),
    unsaid: person === undefined ? undefined : readFirstWords(game.state, person),
    narrative: game.head.narrative,
  };
  game.close();
  connection.close();
  return found;
}

describe('the scene of a card', () => {
  it('SZ8: opens with its first message, which is not said again, and has its character, its lore and nothing else', () => {
    const found = begin({
      name: 'Soma',
      description: '{{char}} keeps the gate.',
      first_mes: 'Who comes, {{user}}?',
      scenario: 'Location: the ferry landing, in fog.\n{{user}} is late.',
      character_book: { entries: [{ keys: ['salt'], content: 'Salt is money.', enabled: true }] },
    });
    expect(found).toMatchObject({
      places: ['the ferry landing'],
      counts: [1, 0, 0, 0, 0, 0],
      unsaid: '',
      narrative: 'Who comes, Hild Amber?',
    });
    expect(found.lore).toEqual(expect.arrayContaining(['Salt is money.', 'Soma keeps the gate.']));
    const silent = begin({ name: 'Soma', description: 'x', scenario: 'Fog. {{user}} is late.' });
    expect(silent).toMatchObject({ places: ['Meeting Place'], narrative: 'Fog. Hild Amber is late.' });
  });

  it('SZ8: says of its place what the scenario says besides the name of it', () => {
    const json = {
      name: 'Soma',
      description: 'x',
      first_mes: 'Hm.',
      scenario: 'Location: the landing.\nFog.',
    };
    const { places, about } = buildCardWorld(readCard(Buffer.from(JSON.stringify(json))));
    expect([places[0]?.name, places[0]?.about, about]).toEqual(['the landing', 'Fog.', 'Fog.']);
    const drop = { ...json, scenario: '{{user}} drops in for tea.' };
    const dropped = buildCardWorld(readCard(Buffer.from(JSON.stringify(drop))));
    expect(dropped.places[0]?.about).toBe('Where you meet Soma.');
  });

  it('SZ8: opens with another of its first messages where the player chooses it', () => {
    const json = {
      name: 'Soma',
      description: 'x',
      first_mes: 'One.',
      alternate_greetings: ['Two.', 'Three.'],
    };
    const card = readCard(Buffer.from(JSON.stringify({ spec: 'chara_card_v2', data: json })));
    const chosen = chooseGreeting(card, 3);
    expect(chosen?.greetings).toEqual(['One.', 'Two.']);
    expect(chosen === undefined ? [] : buildCardWorld(chosen).opening).toEqual(['Three.']);
    expect(chooseGreeting(card, 4)).toBeUndefined();
  });

  it('SZ14: a character of a card who is played says none of the first words, however many they are', () => {
    const first_mes = 'Who comes? '.repeat(300);
    const card = readCard(Buffer.from(JSON.stringify({ name: 'Soma', description: 'x', first_mes })));
    const { world } = joinCard(buildCardWorld(card), card, 'soma.json');
    const noted = world.notes.filter(({ content }) => content.includes('Who comes?'));
    expect(noted.map(({ content }) => content.startsWith('The first words of Soma: '))).toEqual([true]);
    const { world: others } = takePart(world, 'soma');
    expect(others.notes.map(({ content }) => content)).toEqual(['x']);
    expect(others.opening.join()).not.toContain('Who comes?');
  });

  it('SZ14: can be played as the character of the card, who meets nobody else of that name and is not greeted', () => {
    const card = readCard(
      Buffer.from(
        JSON.stringify({
          name: 'Soma',
          description: '{{char}} keeps the gate for {{user}}.',
          first_mes: 'Who comes, {{user}}?',
          scenario: 'Location: the ferry landing, in fog.',
        }),
      ),
    );
    const { world } = joinCard(buildCardWorld(card), card, 'soma.json');
    const lamp = {
      ...world,
      items: [{ name: 'lamp', about: 'It burns.', holder: 'Soma' }],
      quests: [
        {
          name: 'Light',
          about: '',
          giver: 'Soma',
          open: true,
          reward: false,
          steps: [{ name: 'Ask', what: 'Soma', hints: [] }],
        },
      ],
    };
    const connection = openRpgDatabase({ path: ':memory:' });
    const environment = buildFakeEnvironment();
    const [quick] = system.manifest.characters ?? [];
    const character = { name: 'soma', about: 'A keeper.', set: quick?.set ?? {} };
    startSession({ connection, environment, name: 'Fog', seed: 'fog', system, world: lamp, character });
    const { state, head, close } = openGame({ connection, session: 'Fog', clock: environment.clock });
    expect(state.list('npc')).toEqual([]);
    expect(head.narrative).toMatch(/^You are at the ferry landing\./);
    expect(head.suggestions.join(' ')).not.toContain('Soma');
    expect(state.list('quest')[0]?.sheet['giver'] ?? '').toBe('');
    expect(state.list('item').map(({ sheet }) => sheet['holder'])).toEqual(['character:player']);
    const lore = state.list('note').map(({ sheet }) => String(sheet['content']));
    expect(lore).toContain('Soma keeps the gate for a stranger.');
    expect(lore.join(' ')).not.toContain('Who comes');
    close();
    connection.close();
  });

  it('SZ8: can be begun whatever stands in the card', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ maxLength: 30_000 }));
    const card = fc.record({
      name: text.map((name) => `A${name}`),
      description: text,
      first_mes: text,
      scenario: fc.oneof(
        text,
        text.map((place) => `Place: ${place}`),
      ),
    });
    fc.assert(
      fc.property(card, (json) => {
        const { places, counts } = begin(json);
        expect(places).toHaveLength(1);
        expect(counts).toEqual([1, 0, 0, 0, 0, 0]);
      }),
      { numRuns: 25 },
    );
  });
});
