// Using: a model is named once, and every world uses it.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTerrarium } from './support/run-terrarium.ts';
import { createFolder, type Folder } from './support/small-story.ts';

let folder: Folder;
beforeEach(() => {
  folder = createFolder();
});
afterEach(() => folder.remove());

const run = (argv: readonly string[], environment = {}) =>
  runTerrarium(argv, { cwd: folder.path, environment });
const own = () => join(folder.path, 'terrarium', 'terrarium.yaml');
const naming = ['use', 'openai:qwen3', '--base-url', 'http://localhost:8123/v1', '--api-key', 'k-e-y'];

describe('CN6: a model is named once', () => {
  it('with its address and its key, for every world, and the key is shown nowhere', async () => {
    const { out, error } = await run(naming);
    expect(out).toContain('Model: openai:qwen3');
    expect(out).toContain('Check it: terrarium doctor');
    expect(out + error).not.toContain('k-e-y');
    expect(readFileSync(own(), 'utf8')).toBe(
      'model: openai:qwen3\nbaseUrl: http://localhost:8123/v1\nkeys:\n  http://localhost:8123: k-e-y\n',
    );
    expect(statSync(own()).mode & 0o777).toBe(0o600);
    expect((await run(['use'])).out).toContain('Address: http://localhost:8123/v1');
  });

  it('and taken back, while its key stays with its address', async () => {
    await run(naming);
    expect((await run(['use', 'builtin'])).out).toContain('Model: builtin');
    expect(readFileSync(own(), 'utf8')).toBe('model: builtin\nkeys:\n  http://localhost:8123: k-e-y\n');
  });

  it.each([
    [['use', 'qwen3'], 'configuration.invalid'],
    [['use', 'openai:a', '--base-url', 'localhost'], 'configuration.invalid'],
    [['use', 'openai:a', '--api-key', 'k'], 'configuration.key-without-address'],
    [['use', '--base-url', 'http://localhost:1/v1'], 'cli.nameless-model'],
  ])('and %j is refused with nothing written', async (argv, code) => {
    const { exitCode, error } = await run(argv);
    expect(error).toContain(code);
    expect(exitCode).toBe(2);
    expect(statSync(own(), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('and whatever is stronger is named', async () => {
    const { out } = await run(naming, { TERRARIUM_MODEL: 'openai:other' });
    expect(out).toContain('Model: openai:other');
    expect(out).toContain(
      'Here environment (TERRARIUM_MODEL) overrides your file. To use your file, remove model there.',
    );
  });
});
