// Tests the keyring: a key is sent only to the address for which it was given, whoever names the address.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfigurationSources } from './configuration-source.ts';
import { openKeyring } from './keyring.ts';
import { readTrusted } from './read-trusted.ts';
import { settingsSchema } from './settings.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyring-'));
  for (const name of ['world', 'own']) mkdirSync(join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Values = Readonly<Record<string, unknown>>;

interface Said {
  readonly flags?: Values;
  readonly environment?: Readonly<Record<string, string>>;
  readonly world?: Values;
  readonly own?: Values;
}

function readSources({ flags = {}, environment = {}, world = {}, own = {} }: Said) {
  writeFileSync(join(folder, 'world', 'terrarium.yaml'), JSON.stringify(world));
  writeFileSync(join(folder, 'own', 'terrarium.yaml'), JSON.stringify(own));
  const folders = { worldFolder: join(folder, 'world'), userFolder: join(folder, 'own') };
  return readConfigurationSources({ ...folders, flags, environment });
}

/** Which key is chosen for the configured address, in a world that was accepted. */
function choose(said: Said) {
  const { settings, keyring } = readTrusted(settingsSchema, readSources(said), () => true);
  const { model, baseUrl } = settings;
  const { key, isWithheld } = keyring.chooseForModel({ model, baseUrl });
  return [key?.reveal(), isWithheld];
}

const mine = 'https://mine.example/v1';
const theirs = 'https://theirs.example/v1';
const model = 'openai:m';

describe('a key of the person', () => {
  it('goes to an address that they named anywhere, and to their own server where none is named', () => {
    const environment = { TERRARIUM_API_KEY: 'k' };
    expect(choose({ environment, flags: { model, baseUrl: mine } })).toEqual(['k', false]);
    expect(choose({ environment, own: { model, baseUrl: mine } })).toEqual(['k', false]);
    expect(choose({ environment, own: { model } })).toEqual(['k', false]);
    expect(choose({ own: { model, baseUrl: mine, apiKey: 'o' }, flags: { baseUrl: theirs } })).toEqual([
      'o',
      false,
    ]);
  });

  it('never goes to an address that only the world names, and that is known', () => {
    const world = { model, baseUrl: theirs };
    expect(choose({ environment: { TERRARIUM_API_KEY: 'k' }, world })).toEqual([undefined, true]);
    expect(choose({ own: { apiKey: 'k', baseUrl: mine }, world })).toEqual([undefined, true]);
    expect(choose({ flags: { model }, environment: { TERRARIUM_API_KEY: 'k' }, world })).toEqual([
      undefined,
      true,
    ]);
    expect(
      choose({ environment: { TERRARIUM_API_KEY: 'k' }, own: { baseUrl: 'https://theirs.example' }, world }),
    ).toEqual(['k', false]);
    expect(
      choose({
        environment: { TERRARIUM_API_KEY: 'k' },
        own: { baseUrl: 'http://theirs.example/v1' },
        world,
      }),
    ).toEqual([undefined, true]);
    expect(choose({ flags: { apiKey: 'typed' }, world })).toEqual(['typed', false]);
  });

  it('goes to the very host it was given for, whoever names that', () => {
    const keys = { 'https://theirs.example': 'for theirs' };
    expect(choose({ own: { keys }, world: { model, baseUrl: theirs } })).toEqual(['for theirs', false]);
    expect(choose({ own: { keys, apiKey: 'k' }, flags: { model, baseUrl: theirs } })).toEqual([
      'for theirs',
      false,
    ]);
    expect(choose({ own: { keys }, world: { model, baseUrl: 'https://theirs.example.org/v1' } })).toEqual([
      undefined,
      false,
    ]);
    expect(() => choose({ world: { keys } })).toThrow(/counts only in your own settings/);
  });

  it('goes to embeddings only where they are of the same server, or it was given for theirs', () => {
    const sources = readSources({ own: { model, baseUrl: mine, apiKey: 'k', keys: { [theirs]: 't' } } });
    const find = (embeddings: string) =>
      openKeyring(settingsSchema, sources)
        .chooseForEmbeddings({ model, baseUrl: mine, embeddings })
        ?.reveal();
    expect(['https://mine.example/v2', theirs, 'https://other.example/v1'].map(find)).toEqual([
      'k',
      't',
      undefined,
    ]);
  });
});

describe("a key of the world's", () => {
  it("goes to the world's own address and to no other", () => {
    expect(choose({ world: { model, baseUrl: theirs, apiKey: 'w' } })).toEqual(['w', false]);
    expect(choose({ world: { model, apiKey: 'w' }, flags: { baseUrl: mine } })).toEqual([undefined, false]);
    expect(choose({ world: { model, baseUrl: theirs, apiKey: 'w' }, flags: { baseUrl: mine } })).toEqual([
      undefined,
      false,
    ]);
  });
});

describe('a provider with an address and keys of its own', () => {
  it('is asked only where the person named it, and the address where there is one', () => {
    const other = 'mistral:m';
    expect(choose({ flags: { model: other } })).toEqual([undefined, false]);
    for (const said of [
      { world: { model: other } },
      { world: { model: other }, environment: { TERRARIUM_BASE_URL: mine, TERRARIUM_API_KEY: 'k' } },
      { world: { baseUrl: theirs }, flags: { model: other } },
      { world: { model: other }, own: { model: 'openai:m' } },
    ])
      expect(() => choose(said)).toThrow(expect.objectContaining({ code: 'world.provider-not-yours' }));
  });
});

describe('whatever is said by whomever', () => {
  const address = fc.option(fc.constantFrom(mine, theirs, 'http://localhost:8080/v1'), { nil: undefined });
  const key = fc.option(fc.constant('a key'), { nil: undefined });
  const side = fc.record({ baseUrl: address, apiKey: key });
  const drop = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

  function decide(said: Said, isAccepted: boolean) {
    const { settings, keyring } = readTrusted(settingsSchema, readSources(said), () => isAccepted);
    const { baseUrl } = settings;
    return { baseUrl, key: keyring.chooseForModel({ model, baseUrl }).key?.reveal() };
  }

  it('sends no key of the person to a host that they did not name', () => {
    fc.assert(
      fc.property(
        fc.record({ world: side, own: side, isAccepted: fc.boolean() }),
        ({ world, own, isAccepted }) => {
          const said = { world: drop({ model, baseUrl: world.baseUrl }), own: drop(own) };
          const decided = decide(said, isAccepted);
          if (decided.key !== undefined) expect([undefined, own.baseUrl]).toContain(decided.baseUrl);
          if (!isAccepted) expect(decided.baseUrl).toBe(own.baseUrl);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('sends no key of the world to a host that it does not name, and none at all before it is accepted', () => {
    fc.assert(
      fc.property(
        fc.record({ world: side, own: side, isAccepted: fc.boolean() }),
        ({ world, own, isAccepted }) => {
          const said = { world: drop({ model, ...world }), own: drop({ baseUrl: own.baseUrl }) };
          const decided = decide(said, isAccepted);
          if (decided.key === undefined) return;
          expect(isAccepted).toBe(true);
          expect([undefined, world.baseUrl]).toContain(decided.baseUrl);
        },
      ),
      { numRuns: 40 },
    );
  });
});
