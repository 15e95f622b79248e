// Hash of a manifest: what a session is pinned by.

import { hash } from 'node:crypto';
import { renderCanonicalJson } from '../state/canonical-json.ts';
import type { Json } from '../state/json.ts';
import type { Manifest } from './manifest.ts';

/** SHA-256 of the canonical JSON. What tells an editor where the schema lies is no part of a system. */
export function hashManifest(manifest: Manifest): string {
  const { $schema: _, ...system } = manifest;
  return hash('sha256', renderCanonicalJson(system as unknown as Json), 'hex');
}
