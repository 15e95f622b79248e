// Stored worlds: half-read worlds of earlier versions, unpacked into a folder that is removed after the test.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openWorld } from '../../src/world/open-world.ts';
import type { World } from '../../src/world/world.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures');

/** The schema versions for which a world is stored, oldest first. */
export function listStoredVersions(): readonly number[] {
  const names = readdirSync(fixtures).flatMap((name) => /^world-v(\d+)$/.exec(name)?.[1] ?? []);
  return names.map(Number).sort((one, other) => one - other);
}

/** Unpacks the stored world of a version. */
export function unpackStoredWorld(version: number): World {
  const source = join(fixtures, `world-v${version}`);
  const { dir } = createTemporaryFolder();
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:gz|json)$/.test(name)) continue;
    const path = join(dir, name.replace(/\.gz$/, ''));
    mkdirSync(dirname(path), { recursive: true });
    const content = readFileSync(join(source, name));
    writeFileSync(path, name.endsWith('.gz') ? gunzipSync(content) : content);
  }
  return openWorld(dir);
}
