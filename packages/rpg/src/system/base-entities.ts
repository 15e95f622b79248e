// Base entities: the fields that all entities of a type have in every system.

import type { JsonObject } from '../values/json.ts';
import entities from './base-entities.json' with { type: 'json' };

export const baseFields: ReadonlyMap<string, readonly JsonObject[]> = new Map(
  Object.entries(entities as unknown as Readonly<Record<string, readonly JsonObject[]>>),
);
