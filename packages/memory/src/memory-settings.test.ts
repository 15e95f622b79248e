// Tests memory settings: the design's values are the defaults, and an impossible value is refused with a clear message.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfigurationSources } from '@terrarium/kernel/configuration-source';
import { listSaidSettings, readConfiguration } from '@terrarium/kernel/read-configuration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defaultProfile } from './decay/profile.ts';
import { memorySettingsSchema, resolveSettings, withTriedDecay } from './memory-settings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const schema = z.strictObject({ memory: memorySettingsSchema.prefault({}) });

function read(yaml: string, environment: Readonly<Record<string, string>> = {}) {
  writeFileSync(join(folder, 'terrarium.yaml'), yaml);
  const nowhere = join(folder, 'nowhere');
  const sources = readConfigurationSources({
    flags: {},
    environment,
    worldFolder: folder,
    userFolder: nowhere,
  });
  return resolveSettings(readConfiguration(schema, sources).memory, listSaidSettings(schema, sources));
}

describe('memory settings', () => {
  it('IO14: are those of the design if nothing is set, with neutral voices', () => {
    const settings = read('');
    expect(settings.decay).toEqual(defaultProfile);
    expect(settings.budgets).toEqual({
      workingMemory: 1000,
      conversation: 1000,
      reserve: 1500,
      workingMemoryShare: 0.7,
      recall: 1000,
      known: 600,
      echoes: 600,
    });
    expect(settings.voices.user).toEqual([{ id: 'user', name: 'User' }]);
  });

  it('IO14: are read from a file and the environment, a half-life of null among them', () => {
    const yaml = [
      'memory:',
      '  timeZone: Asia/Tokyo',
      '  languages: [de, en]',
      '  voices: { companion: [{ id: sage, name: Sage }, { id: fern, name: Fern }] }',
      '  decay: { clock: turns, halfLives: { feeling: { hours: null, turns: 5 } } }',
    ].join('\n');
    const settings = read(yaml, {
      TERRARIUM_MEMORY_BUDGETS_ECHOES: '0',
      TERRARIUM_MEMORY_DECAY_HALF_LIVES_PIN_TURNS: 'null',
    });
    expect(settings).toMatchObject({
      timeZone: 'Asia/Tokyo',
      languages: ['de', 'en'],
      budgets: { echoes: 0, recall: 1000 },
      decay: {
        clock: 'turns',
        halfLives: { feeling: { hours: null, turns: 5 }, pin: { hours: 336, turns: null } },
      },
    });
    expect(settings.voices.companion.map(({ id }) => id)).toEqual(['sage', 'fern']);
  });

  it.each([
    ['memory: { budget: {} }', /memory\.budget .* is not a setting/],
    ['memory: { budgets: { echoes: -1 } }', /memory\.budgets\.echoes .* must be a whole number, at least 0/],
    [
      'memory: { decay: { halfLives: { pin: { hours: 0 } } } }',
      /pin\.hours .* must be a number, more than 0, or null/,
    ],
    ['memory: { decay: { clock: sun } }', /memory\.decay\.clock .* must be one of wall, turns, story/],
    ['memory: { voices: { user: [] } }', /memory\.voices\.user .* must be a list of voices/],
    [
      'memory: { voices: { user: [{ id: Sage, name: S }] } }',
      /memory\.voices\.user .* must be a list of voices/,
    ],
    [
      'memory: { voices: { user: [{ id: plan, name: P }] } }',
      /memory\.voices\.user .* not the name of a tag/,
    ],
    ['memory: { voices: { user: [{ id: companion, name: C }] } }', /two voices have the same id/],
    ['memory: { embedder: { model: mini } }', /memory\.embedder\.baseUrl/],
    [
      'memory: { embedder: { baseUrl: here, model: mini } }',
      /baseUrl .* must be the address of an embeddings server/,
    ],
    ['memory: { timeZone: Middle/Earth }', /no time zone "Middle\/Earth"/],
    ['memory: { languages: [tlh] }', /language "tlh"/],
  ])('IO14: %s is refused, and the error says what would do', (yaml, message) => {
    expect(() => read(yaml)).toThrow(message);
  });

  it.each([
    'memory: { voices: { companion: [{ id: user, name: U }] } }',
    'memory: { voices: { companion: [{ id: a, name: A, ownMemory: true }] } }',
    'memory: { timeZone: Middle/Earth }',
  ])('IO14: of %s, the error also says where it was set', (yaml) => {
    expect(() => read(yaml)).toThrow(join(folder, 'terrarium.yaml'));
  });
});

describe('a profile that is tried', () => {
  it('IO18: differs by what was wished, by the whole key or the end of it, and leaves the set one alone', () => {
    const before = structuredClone(defaultProfile);
    const wishes = [
      'pin.hours=24',
      'halfLives.pin.turns=never',
      'graceHours=48',
      'clock=turns',
      'threshold=0.02',
    ];
    expect(withTriedDecay(defaultProfile, wishes)).toEqual({
      ...defaultProfile,
      clock: 'turns',
      threshold: 0.02,
      halfLives: { ...defaultProfile.halfLives, pin: { hours: 24, turns: null } },
      plans: { ...defaultProfile.plans, graceHours: 48 },
    });
    expect(defaultProfile).toEqual(before);
    expect(withTriedDecay(defaultProfile, [])).toEqual(defaultProfile);
  });

  it('IO18: cannot be what a setting cannot be', () => {
    const refusals: readonly (readonly [string, RegExp])[] = [
      ['pin', /"pin" is not written as setting=value/],
      ['pin=3', /There is no decay\.pin\b/],
      ['pinn.hours=3', /There is no decay\.pinn\.hours; did you mean pin\.hours\?/],
      ['pin.hours=-3', /decay\.halfLives\.pin\.hours cannot have this value/],
      ['pin.hours=soon', /decay\.halfLives\.pin\.hours cannot have this value/],
      ['clock=moon', /decay\.clock cannot have this value/],
      ['constructor.name=x', /There is no decay\.constructor\.name/],
      ['__proto__.hours=1', /is not written as setting=value/],
    ];
    for (const [wish, said] of refusals)
      expect(() => withTriedDecay(defaultProfile, [wish]), wish).toThrow(said);
  });
});
