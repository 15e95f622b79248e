// Base entities: the fields that all entities of a type have, whatever the system.

import entities from '../state/base-entities.json' with { type: 'json' };
import type { JsonObject } from '../state/json.ts';

export const baseFields: ReadonlyMap<string, readonly JsonObject[]> = new Map(
  Object.entries(entities as unknown as Readonly<Record<string, readonly JsonObject[]>>),
);
