// Tests opening a world's parts as the terminal, the server and MCP do: what is asked first, what is made, and what is told.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host, Notice, TrustQuestion } from '@terrarium/composition/host';
import {
  openCompanion,
  prepareMemoryWorld,
  prepareTrialMemoryWorld,
  withCompanion,
} from '@terrarium/composition/memory-world';
import { openModelWriter } from '@terrarium/composition/memory-writer';
import { withTable } from '@terrarium/composition/open-table';
import { readConfigured } from '@terrarium/composition/read-configured';
import { UsageError } from '@terrarium/kernel/errors';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { expect, it, onTestFinished, vi } from 'vitest';

interface Watched extends Host {
  readonly notices: Notice[];
  readonly questions: TrustQuestion[];
}

/** A host that gives the same answer to each question. If `answer` is undefined, nobody can be asked. */
function watchHost(answer?: boolean): Watched {
  const notices: Notice[] = [];
  const questions: TrustQuestion[] = [];
  return {
    environment: buildFakeEnvironment(),
    trustsWorld: false,
    logsDir: undefined,
    notices,
    questions,
    notify: (notice) => void notices.push(notice),
    askTrust: async (question) => {
      questions.push(question);
      if (answer === undefined)
        throw new UsageError({ code: 'test.nobody', happened: 'Nobody is here.', todo: 'Come.' });
      return answer;
    },
  };
}

function createFolder(settings?: object): string {
  const parent = mkdtempSync(join(tmpdir(), 'composition-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'world');
  if (settings !== undefined) {
    mkdirSync(folder);
    writeFileSync(join(folder, 'terrarium.yaml'), JSON.stringify(settings));
  }
  return folder;
}

/** Port 9 is reserved for discarding data, and nobody listens there. */
const theirs = { model: 'openai:theirs', baseUrl: 'http://127.0.0.1:9/v1' };

it('CN1: puts to the person where a world sends what is said, and asks once', async () => {
  const world = createFolder(theirs);
  const host = watchHost(true);
  const memory = await prepareMemoryWorld(host, { world, uses: ['model'] });
  expect(host.questions).toMatchObject([{ dir: world, routes: { concernsModel: true } }]);
  expect(memory.configured.settings.model).toBe('openai:theirs');
  await prepareMemoryWorld(host, { world, uses: ['model'] });
  expect(host.questions).toHaveLength(1);
});

it('CN1: refuses to send where nobody can be asked or the person says no, and lets others look', async () => {
  const world = createFolder(theirs);
  const nobody = watchHost();
  await expect(prepareMemoryWorld(nobody, { world, uses: ['model'] })).rejects.toMatchObject({
    code: 'test.nobody',
  });
  await expect(prepareMemoryWorld(watchHost(false), { world, uses: ['model'] })).rejects.toMatchObject({
    code: 'world.settings-declined',
  });
  const looked = await prepareMemoryWorld(nobody, { world });
  expect(looked.configured.settings.model).toBeUndefined();
  expect(await openModelWriter(nobody, looked)).toBeUndefined();
});

it('CN2: makes one world of a folder that several open at once, for a memory and a game', async () => {
  const world = createFolder();
  const host = watchHost();
  const played: string[] = [];
  await Promise.all([
    withTable(host, { world, flags: {} }, ({ game }) => void played.push(game.session.name)),
    ...[1, 2].map(async () => {
      const companion = await openCompanion(host, await prepareMemoryWorld(host, { world }), undefined);
      companion.hear('The boat leaks.');
      companion.close();
    }),
  ]);
  expect(played).toEqual(['world']);
  expect(readdirSync(world)).toEqual(expect.arrayContaining(['memory.sqlite', 'rpg.db', 'world.json']));
});

it('CN3: leaves nothing of a trial', async () => {
  const world = createFolder();
  const host = watchHost();
  const trial = await prepareTrialMemoryWorld(host, { world });
  await withCompanion(host, trial, (companion) => void companion.hear('Only to see.'));
  expect(existsSync(world)).toBe(false);
});

it('CN5: names the embedding server before it is asked, and goes on by words where it is away', async () => {
  const world = createFolder({ memory: { embedder: { baseUrl: theirs.baseUrl, model: 'theirs' } } });
  const host = watchHost(true);
  const memory = await prepareMemoryWorld(host, { world, uses: ['embedder'] });
  await withCompanion(host, memory, (companion) => void companion.hear('The boat leaks.'));
  expect(host.notices.map(({ kind }) => kind)).toEqual(['server-asked', 'words-alone']);
});

it('CN7: settings that say the same are not parsed again, and whatever changes counts at once', async () => {
  const world = createFolder({ maxOutputTokens: 900 });
  const path = join(world, 'terrarium.yaml');
  const host = watchHost(true);
  const first = readConfigured(host, {}, world);
  expect(first.settings.maxOutputTokens).toBe(900);
  expect(readConfigured(host, {}, world)).toBe(first);
  expect(readConfigured(host, { maxOutputTokens: '700' }, world).settings.maxOutputTokens).toBe(700);
  const length = statSync(path).size;
  writeFileSync(path, JSON.stringify({ maxOutputTokens: 800 }));
  expect(statSync(path).size).toBe(length);
  expect(readConfigured(host, {}, world).settings.maxOutputTokens).toBe(800);
  vi.stubEnv('TERRARIUM_MAX_OUTPUT_TOKENS', '600');
  expect(readConfigured(host, {}, world).settings.maxOutputTokens).toBe(600);
  vi.unstubAllEnvs();
  writeFileSync(path, JSON.stringify({ maxOutputTokens: 0 }));
  expect(() => readConfigured(host, {}, world)).toThrow(/maxOutputTokens/u);
  writeFileSync(path, JSON.stringify(theirs));
  expect(readConfigured(host, {}, world).settings.model).toBeUndefined();
  await prepareMemoryWorld(host, { world, uses: ['model'] });
  expect(readConfigured(host, {}, world).settings.model).toBe('openai:theirs');
});
