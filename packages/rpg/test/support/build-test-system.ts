// Test system: a small whole game in which each kind of field stands at least once.

import { checkManifest } from '../../src/manifest/check-manifest.ts';
import type { System } from '../../src/system/system.ts';
import type { JsonObject } from '../../src/values/json.ts';
import manifest from './test-manifest.json' with { type: 'json' };

/** A copy of its own each time, to be planted with errors. */
export function readTestManifest(): JsonObject {
  return structuredClone(manifest) as unknown as JsonObject;
}

export function buildTestSystem(): System {
  const checked = checkManifest(manifest);
  if (checked.ok) return checked.system;
  const lines = checked.problems.map(({ pointer, says }) => `${pointer}: ${says}`);
  throw new Error(`The test manifest is not whole.\n${lines.join('\n')}`);
}
