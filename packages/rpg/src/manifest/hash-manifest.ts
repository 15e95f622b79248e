// Hash of a manifest: what a session is pinned by.

import { hash } from 'node:crypto';
import type { Manifest } from '../system/manifest.ts';
import { renderCanonicalJson } from '../values/canonical-json.ts';
import type { Json } from '../values/json.ts';

/** SHA-256 of the canonical JSON. What tells an editor where the schema lies is no part of a system. */
export function hashManifest(manifest: Manifest): string {
  const { $schema: _, ...system } = manifest;
  return hash('sha256', renderCanonicalJson(system as unknown as Json), 'hex');
}
