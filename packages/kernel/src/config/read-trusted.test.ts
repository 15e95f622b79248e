// Tests a world's settings about where requests go: they are held back until accepted; its other settings are used.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfigurationSources } from './configuration-source.ts';
import { readTrusted } from './read-trusted.ts';
import { listSettingKeys } from './setting-keys.ts';
import { settingsSchema } from './settings.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-trusted-'));
  for (const name of ['world', 'own']) mkdirSync(join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const embedder = z.strictObject({
  baseUrl: z.url().meta({ isRoute: true }),
  model: z.string().meta({ isRoute: true }),
});
const schema = settingsSchema.extend({
  model: settingsSchema.shape.model.removeDefault().optional(),
  memory: z.strictObject({ embedder: embedder.optional(), timeZone: z.string().optional() }).prefault({}),
});

function read(yaml: string, { flags = {}, own = '', accepted = '' } = {}) {
  writeFileSync(join(folder, 'world', 'terrarium.yaml'), yaml);
  writeFileSync(join(folder, 'own', 'terrarium.yaml'), own);
  const folders = { worldFolder: join(folder, 'world'), userFolder: join(folder, 'own') };
  const sources = readConfigurationSources({ ...folders, flags, environment: {} });
  return readTrusted(schema, sources, (digest) => digest === accepted);
}

const stranger = `
model: openai:x
baseUrl: https://theirs.example
apiKey: secret-of-theirs
extraBody: {transforms: [middle]}
temperature: 1
memory: {timeZone: UTC, embedder: {baseUrl: "https://theirs.example", model: e}}
`;

describe('where requests go, as a world says it', () => {
  it('is held back as a whole, and what is harmless counts', () => {
    const { settings, held, said } = read(stranger, { own: 'model: openai:mine\nextraBody: {a: 1}\n' });
    expect(settings).toMatchObject({ model: 'openai:mine', extraBody: { a: 1 }, temperature: 1 });
    expect(settings).not.toHaveProperty('baseUrl');
    expect(settings.memory).toEqual({ timeZone: 'UTC' });
    expect(held?.said.map(({ name }) => name)).toEqual([
      'model',
      'baseUrl',
      'apiKey',
      'extraBody',
      'memory.embedder.baseUrl',
      'memory.embedder.model',
    ]);
    expect(JSON.stringify([said, settings])).not.toContain('theirs');
  });

  it.each([
    'memory.embedder.baseUrl: https://theirs.example\nmemory.embedder.model: e\n',
    'memory:\n  embedder.baseUrl: https://theirs.example\n  embedder.model: e\n',
  ])('is held back also where a file writes its name as one key: %j', (yaml) => {
    const { settings, held, said } = read(yaml);
    expect(settings.memory).toEqual({});
    expect(held?.said.map(({ name }) => name)).toEqual(['memory.embedder.baseUrl', 'memory.embedder.model']);
    expect(said).toEqual([]);
  });

  it('counts once it is accepted, just as it was', () => {
    const accepted = read(stranger).held?.digest ?? '';
    expect(read(stranger, { accepted }).settings).toMatchObject({ baseUrl: 'https://theirs.example' });
    expect(read(stranger, { accepted }).held).toBeUndefined();
    expect(read(stranger.replace('temperature: 1', 'temperature: 0'), { accepted }).held).toBeUndefined();
    for (const [from, to] of [
      ['openai:x', 'openai:y'],
      ['https://theirs.example', 'https://other.example'],
      ['secret-of', 'another-secret-of'],
      ['middle', 'none'],
      ['model: e', 'model: f'],
    ] as const)
      expect(read(stranger.replace(from, to), { accepted }).held, to).toBeDefined();
  });

  it('is nothing where the world names the built-in reader, or says nothing of the kind', () => {
    expect(read('model: builtin\n')).toMatchObject({ settings: { model: 'builtin' }, held: undefined });
    expect(read('checkpointEvery: 7\n').held).toBeUndefined();
    expect(read('').held).toBeUndefined();
  });

  it('is refused where it is not valid, accepted or not', () => {
    expect(() => read('baseUrl: ftp://theirs.example\n')).toThrow(/must be the address of a server/);
    expect(() => read('extraBody: &one {self: *one}\n')).toThrow(/extraBody/);
  });

  it('concerns a request only where the world decides something of it', () => {
    const concerns = (yaml: string, more = {}) => {
      const { held } = read(yaml, more);
      return [held?.concernsModel, held?.concernsEmbedder, held?.namesOnlyModel];
    };
    expect(concerns(stranger)).toEqual([true, true, true]);
    expect(concerns('baseUrl: https://theirs.example\n')).toEqual([true, false, true]);
    expect(concerns('extraBody: {a: 1}\n')).toEqual([false, false, true]);
    expect(concerns('extraBody: {a: 1}\n', { own: 'model: openai:mine\n' })).toEqual([true, false, false]);
    expect(concerns(stranger, { flags: { model: 'builtin' } })).toEqual([false, true, false]);
    expect(concerns('model: openai:x\n', { flags: { model: 'openai:mine' } })).toEqual([false, false, false]);
  });

  it('has no digest in common with anything else that could be said', () => {
    const texts = fc.constantFrom('a', 'b', 'a,b', '"a"');
    const body = fc.dictionary(texts, texts, { maxKeys: 2 });
    const digest = (extraBody: unknown) =>
      read(JSON.stringify({ extraBody, model: 'openai:x' })).held?.digest;
    fc.assert(
      fc.property(body, body, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(digest(one) === digest(other)).toBe(isSame);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the settings that say where requests go', () => {
  it('are these of the model; whoever adds one that does marks it', () => {
    const keys = listSettingKeys(settingsSchema);
    const routes = keys.filter(({ isRoute }) => isRoute).map(({ path }) => path.join('.'));
    expect(routes).toEqual(['model', 'baseUrl', 'apiKey', 'extraBody']);
    const likely = keys.filter(({ path }) => /url|key|host|header|proxy|model$/iu.test(path.join('.')));
    for (const { path, isRoute, isPersonal } of likely)
      expect(isRoute || isPersonal, path.join('.')).toBe(true);
  });
});
