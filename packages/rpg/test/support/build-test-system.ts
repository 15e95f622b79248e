// Builds the test system: a small complete game that has each kind of field at least once.

import { checkManifest } from '../../src/manifest/check-manifest.ts';
import type { System } from '../../src/system/system.ts';
import type { JsonObject } from '../../src/values/json.ts';
import manifest from './test-manifest.json' with { type: 'json' };

/** Returns a new copy each time, so that a test can plant errors in it. */
export function readTestManifest(): JsonObject {
  return structuredClone(manifest) as unknown as JsonObject;
}

export function buildTestSystem(): System {
  const checked = checkManifest(manifest);
  if (checked.ok) return checked.system;
  const lines = checked.problems.map(({ pointer, says }) => `${pointer}: ${says}`);
  throw new Error(`The test manifest is not whole.\n${lines.join('\n')}`);
}
