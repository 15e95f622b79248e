// Entity: somebody, some place or some thing of a game, with a sheet of its own type.

import type { Json, JsonObject } from './json.ts';

/** `type:key`, such as `npc:mira` or `location:old-mill`. The player's character is `character:player`. */
export type EntityId = `${string}:${string}`;

export const playerId: EntityId = 'character:player';
/** Where and when the story stands, and in which mode; there is exactly one. */
export const sceneId: EntityId = 'scene:now';

export interface Entity {
  readonly id: EntityId;
  readonly type: string;
  readonly key: string;
  readonly sheet: JsonObject;
}

/** A value before and after; `path` is a field's path, empty for the whole entity that came or went. */
export interface Patch {
  readonly entity: EntityId;
  readonly path: string;
  /** Absent where there was nothing. */
  readonly before?: Json | undefined;
  /** Absent where nothing is left. */
  readonly after?: Json | undefined;
  /** Of an entity that came or went: where it stands among the others. */
  readonly position?: number | undefined;
  readonly because: string;
}

/** Everything that is so at one moment of a game: a fold of the log. */
export interface GameState {
  find(id: EntityId): Entity | undefined;
  /** In the order in which they came. */
  list(type: string): readonly Entity[];
}
