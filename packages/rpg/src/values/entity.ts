// Entity: a person, place or thing of a game, with a sheet according to its type.

import type { Json, JsonObject } from './json.ts';

/** `type:key`, such as `npc:mira` or `location:old-mill`. The player's character is `character:player`. */
export type EntityId = `${string}:${string}`;

export const playerId: EntityId = 'character:player';
/** The time, place and mode of the story; there is exactly one scene. */
export const sceneId: EntityId = 'scene:now';
/** Whose turn it is in a fight; exists only during a fight, in systems that have turns. */
export const fightId: EntityId = 'fight:now';

export interface Entity {
  readonly id: EntityId;
  readonly type: string;
  readonly key: string;
  readonly sheet: JsonObject;
}

/** A value before and after a change; `path` is a field's path, or empty if the whole entity was created or removed. */
export interface Patch {
  readonly entity: EntityId;
  readonly path: string;
  /** Absent if there was nothing before. */
  readonly before?: Json | undefined;
  /** Absent if nothing is left. */
  readonly after?: Json | undefined;
  /** For an entity that was created or removed, its position among the others. */
  readonly position?: number | undefined;
  readonly because: string;
}

/** The state of a game at one moment, as it follows from the log. */
export interface GameState {
  find(id: EntityId): Entity | undefined;
  /** The entities of a type, in the order of their creation. */
  list(type: string): readonly Entity[];
}
