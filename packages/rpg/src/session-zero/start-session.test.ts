// Tests preparing and starting a game: each decision is stored at once, and the game starts whole or not at all.

import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { describe, expect, it } from 'vitest';
import { openRpgDatabase } from '../database/open-rpg-database.ts';
import { openGame } from '../game/open-game.ts';
import { readShippedSystem } from '../manifest/read-system.ts';
import type { Scenario } from '../narrator/scenario.ts';
import { readScenario } from '../narrator/scenarios.ts';
import { listSessions } from '../state/list-sessions.ts';
import { openSessionSettingsStore } from '../state/session-settings-store.ts';
import type { JsonObject } from '../values/json.ts';
import { openSessionZeroStore } from './session-zero-store.ts';
import { findNextStep, type SettledZero, settledZeroSchema, zeroSteps } from './settled-zero.ts';
import { startSession } from './start-session.ts';
import { takePart } from './take-part.ts';

const system = readShippedSystem('starter');
const [quick] = system.manifest.characters ?? [];
if (quick === undefined) throw new Error('The starter has no quick character.');
const character = { name: quick.name, about: quick.concept, set: quick.set };

const whole: Required<Omit<SettledZero, 'wished' | 'edited'>> = {
  system: { kind: 'shipped', id: 'starter' },
  concept: 'A quiet story by the sea.',
  world: { kind: 'shipped', id: 'the-unkept-lamp' },
  character,
};

describe('what is settled', () => {
  it('SZ1: is kept after each step, and what is next is the first step that is not settled', () => {
    const connection = openRpgDatabase({ path: ':memory:' });
    const { clock } = buildFakeEnvironment();
    let settled: SettledZero = {};
    for (const step of zeroSteps) {
      expect(findNextStep(settled)).toBe(step);
      settled = { ...settled, [step]: whole[step] };
      openSessionZeroStore(connection, clock).write('Lamp', settled as JsonObject);
      const kept = openSessionZeroStore(connection, clock).find('Lamp');
      expect(settledZeroSchema.parse(kept)).toEqual(settled);
    }
    expect(findNextStep(settled)).toBeUndefined();
    connection.close();
  });

  it('SZ1: is let go of when the game has begun, and others stay', () => {
    const connection = openRpgDatabase({ path: ':memory:' });
    const store = openSessionZeroStore(connection, buildFakeEnvironment().clock);
    store.write('Lamp', {});
    store.write('Toll', { concept: 'Snow.' });
    store.remove('Lamp');
    expect(store.list()).toEqual(['Toll']);
    expect(store.find('Lamp')).toBeUndefined();
    connection.close();
  });
});

describe('a game', () => {
  function begin(set: Readonly<Record<string, number>>, more: Partial<Scenario> = {}) {
    const connection = openRpgDatabase({ path: ':memory:' });
    const environment = buildFakeEnvironment();
    const world = { ...readScenario('the-unkept-lamp'), ...more };
    const wish = { ...character, set: { ...character.set, ...set } };
    const start = () =>
      startSession({
        connection,
        environment,
        name: 'Lamp',
        seed: 'lamp',
        system,
        world,
        character: wish,
        concept: whole.concept,
      });
    return { connection, environment, start, world };
  }

  it('SZ2: begins with its world, its character and what the player wants', () => {
    const { connection, environment, start, world } = begin({});
    const session = start();
    const { state, head } = openGame({ connection, session: 'Lamp', clock: environment.clock });
    expect(state.find('character:player')?.sheet['name']).toBe(quick.name);
    expect(state.list('location').map(({ sheet }) => sheet['name'])).toContain(world.start.at);
    expect(openSessionSettingsStore(connection, session.id).read()).toEqual({
      wish: 'A quiet story by the sea.',
    });
    expect(head.narrative).toBe(world.opening.join('\n\n'));
    expect(head.suggestions.length).toBeGreaterThanOrEqual(3);
    connection.close();
  });

  it('SZ36: suggests first what the world says, and nothing in English behind an opening in another language', () => {
    const opening = ['Du stehst vor der Waage, und der Küster sieht dich nicht an. Es ist noch Nacht.'];
    const suggest = (more: Partial<Scenario>) => {
      const { connection, environment, start } = begin({}, more);
      start();
      const { head } = openGame({ connection, session: 'Lamp', clock: environment.clock });
      connection.close();
      return head.suggestions;
    };
    expect(suggest({ opening })).toEqual([]);
    const own = ['Den Küster fragen', 'Zur Waage gehen', 'Den Küster fragen', ''];
    expect(suggest({ opening, suggestions: own })).toEqual(own.slice(0, 2));
    expect(suggest({})[0]).toBe('Look around');
    // Nobody is told to talk to whom they play; an article is no part of the name.
    const lamp = readScenario('the-unkept-lamp');
    const people = lamp.people.slice(0, 1).map((one) => ({ ...one, name: 'the Remnant', at: lamp.start.at }));
    const suggestions = ['Talk to the Remnant', 'Go to the weir'];
    expect(takePart({ ...lamp, people, suggestions }, 'the Remnant').world.suggestions).toEqual([
      'Go to the weir',
    ]);
  });

  it('SZ2: does not begin at all with a character that cannot be', () => {
    const { connection, start } = begin({ 'attributes.nowhere': 3 });
    expect(start).toThrow(/cannot be played yet.*nowhere/s);
    expect(listSessions(connection)).toEqual([]);
    connection.close();
  });
});
