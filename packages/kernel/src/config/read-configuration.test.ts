// Tests the configuration: which source wins, what is refused and how, and that a secret never shows.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../base/errors.ts';
import { readConfigurationSources, type SourceLocations } from './configuration-source.ts';
import { listSaidSettings, readConfiguration } from './read-configuration.ts';
import { Secret } from './secret.ts';
import { type Settings, settingsSchema } from './settings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'configuration-'));
  for (const name of ['world', 'user']) mkdirSync(join(folder, name));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Said extends Pick<SourceLocations, 'flags' | 'environment'> {
  readonly world?: string | undefined;
  readonly user?: string | undefined;
}

function read(said: Said): Settings {
  for (const name of ['world', 'user'] as const) {
    const path = join(folder, name, 'terrarium.yaml');
    rmSync(path, { force: true });
    if (said[name] !== undefined) writeFileSync(path, said[name]);
  }
  const locations = { worldFolder: join(folder, 'world'), userFolder: join(folder, 'user') };
  const sources = readConfigurationSources({
    ...locations,
    flags: said.flags ?? {},
    environment: said.environment ?? {},
  });
  return readConfiguration(settingsSchema, sources);
}

function refuse(said: Said): string {
  try {
    read(said);
  } catch (error) {
    if (error instanceof UsageError) return error.message.replaceAll(folder, '');
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('what wins', () => {
  it('takes the founding values where nobody says anything', () => {
    expect(read({})).toEqual({
      model: 'builtin',
      temperature: 0.4,
      maxOutputTokens: 2048,
      patienceMinutes: 30,
      retries: { attempts: 3, baseDelayMs: 1000, awayMinutes: 5 },
      ratios: { soft: 0.6, compact: 0.8, emergency: 0.9, foldTarget: 0.4 },
      sceneWords: 2_500,
      checkpointEvery: 25,
      maxToolRounds: 10,
      maxAttempts: 3,
      summaryToolChoice: 'auto',
      curates: true,
      sumsUpGames: true,
      durability: 'normal',
      keys: {},
      extraBody: {},
    });
  });

  it('lets a flag win over the environment, that over the world, that over the person, that over the default', () => {
    const layers = fc.record({
      flags: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      environment: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      world: fc.option(fc.stringMatching(/^[1-9]$/), { nil: undefined }),
      user: fc.option(fc.stringMatching(/^[1-9]$/), { nil: undefined }),
    });
    fc.assert(
      fc.property(layers, ({ flags, environment, world, user }) => {
        const settings = read({
          flags: { retries: { attempts: flags } },
          environment: { TERRARIUM_RETRIES_ATTEMPTS: environment?.toString() },
          world: world && `retries:\n  attempts: ${world}\n`,
          user: user && `retries: { attempts: ${user}, baseDelayMs: 7 }\n`,
        });
        expect(settings.retries.attempts).toBe(Number(flags ?? environment ?? world ?? user ?? 3));
        // A source that sets one key of a group leaves the group's other keys to weaker ones.
        expect(settings.retries.baseDelayMs).toBe(user === undefined ? 1000 : 7);
      }),
      { numRuns: 60 },
    );
  });

  it('reads numbers and structures from text where a source has only text', () => {
    const environment = {
      TERRARIUM_TEMPERATURE: '0',
      TERRARIUM_EXTRA_BODY: '{"think":false}',
      TERRARIUM_MODEL: 'x:7',
    };
    expect(read({ environment })).toMatchObject({
      temperature: 0,
      extraBody: { think: false },
      model: 'x:7',
    });
  });

  it('takes the built-in reader by either of its spellings', () => {
    expect(read({ flags: { model: 'built-in' } }).model).toBe('builtin');
    expect(read({ world: 'model: built-in\n' }).model).toBe('builtin');
  });

  it('takes a key without a value, and an empty file, as nothing said', () => {
    expect(read({ world: 'apiKey:\n', user: '', environment: { TERRARIUM_MODEL: '' } }).model).toBe(
      'builtin',
    );
  });
});

describe('what is refused', () => {
  it('lists every problem of every source at once: what, where, what would do', () => {
    const message = refuse({
      flags: { maxToolRounds: 'many' },
      environment: {
        TERRARIUM_TEMPRATURE: '1',
        TERRARIUM_RETRIES_ATTEMPTS: '0',
        TERRARIUM_PROVE: '1',
        TERRARIUM_TEST_SEED: '1',
      },
      world: 'temperature: 3\nratios: 5\ncheckpoint_every: 2\n',
      user: 'durability: [full]\nbaseUrl: ftp://x\nzzzzzzzzzzzz: 1\n',
    });
    expect(message).toMatchInlineSnapshot(`
      "The configuration has 9 problems:
      - --max-tool-rounds (command line) must be a whole number, at least 1 and at most 1000; it is another text.
      - TERRARIUM_TEMPRATURE (environment) is not a setting; did you mean TERRARIUM_TEMPERATURE?
      - TERRARIUM_RETRIES_ATTEMPTS (environment) must be a whole number, at least 1 and at most 100; it is 0.
      - ratios (/world/terrarium.yaml) must be a set of keys and values.
      - checkpoint_every (/world/terrarium.yaml) is not a setting; did you mean checkpointEvery?
      - temperature (/world/terrarium.yaml) must be a number, at least 0 and at most 2; it is 3.
      - zzzzzzzzzzzz (/user/terrarium.yaml) is not a setting; settings are model, baseUrl, apiKey, keys, contextBudget, temperature, maxOutputTokens, patienceMinutes, retries, ratios, sceneWords, checkpointEvery, maxToolRounds, maxAttempts, summaryToolChoice, tools, curates, sumsUpGames, durability, opensThinking, extraBody
      - durability (/user/terrarium.yaml) must be one of normal, full; it is a list.
      - baseUrl (/user/terrarium.yaml) must be the address of a server with http:// or https:// in front, such as "http://127.0.0.1:8080/v1"; it is another text.
       Correct them, then try again."
    `);
  });

  it.each([
    ['retrys: { attempts: 3 }', 'did you mean retries?'],
    ['retries: { atempts: 3 }', 'did you mean retries.attempts?'],
    ['awayMinutes: 3', 'did you mean retries.awayMinutes?'],
    ['retries: { zzzzzzzzzz: 3 }', 'settings are retries.attempts, retries.baseDelayMs, retries.awayMinutes'],
  ])('looks for what was meant by "%s" beside it, and then anywhere', (world, advice) => {
    expect(refuse({ world })).toContain(`is not a setting; ${advice}`);
  });

  it('says which values cannot stand together, and where each comes from', () => {
    const message = refuse({ world: 'ratios: { soft: 0.85 }\n', flags: { ratios: { foldTarget: 0.5 } } });
    expect(message).toMatchInlineSnapshot(`
      "The configuration has a problem:
      - ratios: must rise in the order foldTarget, soft, compact, emergency (--ratios-fold-target, command line; ratios.soft, /world/terrarium.yaml).
       Correct it, then try again."
    `);
  });

  it('reports a bad value although a stronger source overrides it', () => {
    expect(refuse({ flags: { temperature: 1 }, user: 'temperature: hot\n' })).toContain(
      '/user/terrarium.yaml',
    );
  });

  it.each([
    ['not YAML', 'a: [1\nb: 2\n', /terrarium\.yaml is not YAML: line \d/],
    ['a list', '- 1\n', /must hold "key: value" lines/],
    ['an alias of nothing', 'extraBody: *none\n', /cannot be used: an alias/],
    [
      'aliases that grow beyond measure',
      'extraBody:\n  a: &a [1, 1, 1, 1, 1]\n  b: &b [*a, *a, *a, *a, *a, *a]\n  c: &c [*b, *b, *b, *b]\n  d: [*c, *c, *c, *c]\n',
      /cannot be used: an alias/,
    ],
    ['the same key twice', 'model: x:1\nmodel: x:2\n', /is not YAML: line 2 \(DUPLICATE_KEY\)/],
    [
      'a key that reaches for the prototype',
      '__proto__: { polluted: 1 }\n',
      /__proto__ \(.*\) is not a setting/,
    ],
    ['more than a file of settings can be', `# ${'x'.repeat(1_048_576)}\n`, /larger than 1048576 bytes/],
  ])('refuses a file that is %s', (_what, world, message) => {
    expect(refuse({ world })).toMatch(message);
  });

  it('says so when a file cannot be read', () => {
    mkdirSync(join(folder, 'world', 'terrarium.yaml'));
    const locations = {
      worldFolder: join(folder, 'world'),
      userFolder: join(folder, 'user'),
      environment: {},
    };
    expect(() => readConfigurationSources(locations)).toThrow(/is a folder, where a file should be/);
  });
});

describe('secrets', () => {
  const keys = fc.stringMatching(/^sk-[A-Za-z0-9]{12,30}$/);

  it('never shows in any rendering of the settings, and is still there to be used', () => {
    fc.assert(
      fc.property(keys, fc.nat(2), (key, where) => {
        const ways: readonly Said[] = [
          { flags: { apiKey: key } },
          { environment: { TERRARIUM_API_KEY: key } },
          { world: `apiKey: ${key}\n` },
        ];
        const settings = read(ways[where] ?? {});
        const secret = settings.apiKey ?? new Secret('');
        const wide = { depth: Infinity, showHidden: true, customInspect: false, getters: true };
        const renderings = [
          JSON.stringify(settings),
          inspect(settings, { depth: Infinity, showHidden: true }),
          inspect(settings, wide),
          `${secret}`,
          String(secret),
          Object.entries(secret).join(),
          new Error(`failed with ${secret}`).stack ?? '',
        ];
        for (const rendering of renderings) expect(rendering).not.toContain(key);
        expect(secret.reveal()).toBe(key);
      }),
      { numRuns: 50 },
    );
  });

  it('never shows in a refusal, wherever the key was put by mistake', () => {
    const mistakes = fc.constantFrom(
      (key: string) => `apiKey: [${key}]\n`,
      (key: string) => `apiKey: { value: ${key} }\n`,
      (key: string) => `apikey: ${key}\n`,
      (key: string) => `temperature: ${key}\n`,
      (key: string) => `model: ${key}\n`,
      (key: string) => `baseUrl: ${key}\n`,
      (key: string) => `retries: ${key}\n`,
      (key: string) => `apiKey: ${key}\n  oops: "\n`,
      (key: string) => key,
    );
    fc.assert(
      fc.property(keys, mistakes, (key, write) => {
        expect(refuse({ world: write(key) })).not.toContain(key);
      }),
      { numRuns: 100 },
    );
  });
});

describe('what was said', () => {
  it('is listed with the strongest source that says it, as that source spells it', () => {
    writeFileSync(
      join(folder, 'world', 'terrarium.yaml'),
      'temperature: 1\nretries: {attempts: 5}\nodd: 1\n',
    );
    const sources = readConfigurationSources({
      worldFolder: join(folder, 'world'),
      userFolder: join(folder, 'user'),
      flags: { temperature: '0.2' },
      environment: { TERRARIUM_BASE_URL: 'http://localhost:1/v1' },
    });
    expect(listSaidSettings(settingsSchema, sources)).toEqual([
      { name: 'temperature', spelling: '--temperature', source: 'command line', kind: 'flags', value: 0.2 },
      {
        name: 'baseUrl',
        spelling: 'TERRARIUM_BASE_URL',
        source: 'environment',
        kind: 'environment',
        value: 'http://localhost:1/v1',
      },
      {
        name: 'retries.attempts',
        spelling: 'retries.attempts',
        source: join(folder, 'world', 'terrarium.yaml'),
        kind: 'world',
        value: 5,
      },
    ]);
  });
});
