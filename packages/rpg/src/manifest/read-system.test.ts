// Tests reading systems from files, and that the guide's example and the published schema are correct.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@terrarium/kernel/errors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestSystem, readTestManifest } from '../../test/support/build-test-system.ts';
import { prefabs } from '../prefabs/prefabs.ts';
import { settle } from '../rules/settle.ts';
import { intentKinds } from '../system/intent-kinds.ts';
import { checkManifest } from './check-manifest.ts';
import {
  listShippedSystems,
  listSystemTitles,
  parseSystem,
  readShippedSystem,
  readSystemFile,
} from './read-system.ts';
import { renderManifestSchema } from './render-manifest-schema.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'terrarium-system-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(text: string): string {
  const path = join(folder, 'system.json');
  writeFileSync(path, text);
  return path;
}

function refusal(run: () => unknown): UsageError {
  try {
    run();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

test('MF4: a good file is a system, a byte order mark or not', () => {
  const text = JSON.stringify(readTestManifest());
  expect(readSystemFile(write(`\uFEFF${text}`)).hash).toBe(buildTestSystem().hash);
});

test('MF4: a shipped system is offered by the title that its rules have, without being compiled', () => {
  const titles = listSystemTitles();
  expect(titles.map(({ id }) => id)).toEqual(listShippedSystems());
  const { name, manifest } = readShippedSystem('starter');
  expect(titles.find(({ id }) => id === 'starter')).toEqual({ id: 'starter', name, about: manifest.about });
});

test('MF4: a file that is missing, or a folder, is refused with what could be named', () => {
  mkdirSync(join(folder, 'sub'));
  for (const name of ['none.json', 'sub']) {
    const error = refusal(() => readSystemFile(join(folder, name)));
    expect(error.code).toBe('manifest.missing');
    expect(error.todo).toContain('starter');
  }
});

test('MF4: what is no JSON or too large is refused', () => {
  const error = refusal(() => readSystemFile(write('{ "id": "x", }')));
  expect(error.code).toBe('manifest.malformed');
  expect(error.message).toMatch(/is not JSON: .*comma/s);
  const large = refusal(() => readSystemFile(write(' '.repeat(5 * 1024 * 1024))));
  expect(large.message).toContain('larger than 4 MB');
});

test('MF4: a manifest that is not whole is refused with each problem on a line, and no more than can be read', () => {
  const manifest = { ...readTestManifest(), verison: 1, colour: 'blue' };
  const error = refusal(() => parseSystem(JSON.stringify(manifest), 'here'));
  expect(error.message).toContain(
    '2 things are wrong with it:\n  /verison: There is no member "verison" here.',
  );
  const many = Object.fromEntries(Array.from({ length: 160 }, (_, at) => [`x${at}`, 1]));
  const long = refusal(() => parseSystem(JSON.stringify({ ...manifest, ...many }), 'here'));
  expect(long.message).toContain('and 62 more');
  expect(long.message.split('\n').length).toBeLessThan(110);
});

test('MF4: the example of the guide is a system, and its sheet follows its formulas', () => {
  const guide = readFileSync(new URL('../../../../docs/writing-systems.md', import.meta.url), 'utf8');
  const [example = '', narrator = ''] = [...guide.matchAll(/```json\n(.*?)```/gs)].map((match) => match[1]);
  const system = parseSystem(`${example.trimEnd().slice(0, -1)}, ${narrator}}`, 'the guide');
  const sheet = system.sheets.get('character');
  if (sheet === undefined) throw new Error('there is no sheet');
  const { values } = settle(sheet, { traits: { wit: { score: 14 } }, progression: { cases: 3 } }, system);
  expect(values).toMatchObject({ resources: { nerve: { current: 9, max: 9 } } });
  for (const kind of intentKinds) expect(guide).toMatch(new RegExp(`[\`\\s]${kind}[\`\\s]`));
});

test('MF11: the published schema is what the code checks by, with the configuration of each prefab', () => {
  const published = readFileSync(new URL('manifest.schema.json', import.meta.url), 'utf8');
  expect(published).toBe(renderManifestSchema());
  const { $defs } = JSON.parse(published);
  const configs = $defs.field.allOf.map(
    (one: { if: { properties: { prefab: { const: string } } } }) => one.if,
  );
  expect(
    configs.map((one: { properties: { prefab: { const: string } } }) => one.properties.prefab.const),
  ).toEqual([...prefabs.keys()]);
  expect($defs.field.allOf[0].then.properties.config.properties).toHaveProperty('step');
  const referred = [...published.matchAll(/"\$ref": "#\/\$defs\/([^"]*)"/g)].map((match) => match[1]);
  expect([...new Set(referred)].toSorted()).toEqual(Object.keys($defs).toSorted());
});

test('MF11: a member that the schema does not know is refused by the code too', () => {
  const manifest = readTestManifest();
  const engine = { ...(manifest['engine'] as object), colour: 'blue' };
  expect(checkManifest({ ...manifest, engine })).toMatchObject({
    ok: false,
    problems: [{ pointer: '/engine/colour' }],
  });
});
