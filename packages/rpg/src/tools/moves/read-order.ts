// Reads the order of turns in a fight: who is in it, whose turn it is, and the round.

import { type EntityId, fightId, type GameState } from '../../values/entity.ts';
import { isObject } from '../../values/json.ts';

/** Whether the change passes the turn on. */
export function isPassing({ entity, path }: { readonly entity: string; readonly path: string }): boolean {
  return entity === fightId && path === 'turn';
}

const idle = 'did nothing: ';

/** The cause of a change of the turn that passes others over: a text with their ids. */
export function renderIdle(ids: readonly EntityId[]): string {
  return `${idle}${ids.join(', ')}`;
}

/** Who was passed over, read from the cause of a change of the turn. */
export function readIdle(because: string): readonly string[] {
  return because.startsWith(idle) ? because.slice(idle.length).split(', ') : [];
}

export interface FightOrder {
  readonly round: number;
  /** Whose turn it is; undefined if it is nobody's. */
  readonly turn: EntityId | undefined;
  readonly places: readonly FightPlace[];
}

export interface FightPlace {
  readonly id: EntityId;
  /** The number that decides the order, rolled or computed; the highest goes first. */
  readonly rolled: number;
}

/** Undefined if nobody fights, or the system has no turns. */
export function readOrder(state: Pick<GameState, 'find'>): FightOrder | undefined {
  const sheet = state.find(fightId)?.sheet;
  if (sheet === undefined) return undefined;
  const { round, turn, order } = sheet;
  const listed = Array.isArray(order) ? order.filter((one) => isObject(one)) : [];
  return {
    round: Number(round ?? 1),
    turn: typeof turn === 'string' && turn !== '' ? (turn as EntityId) : undefined,
    places: listed.map(({ name, rolled }) => ({
      id: String(name) as EntityId,
      rolled: Number(rolled ?? 0),
    })),
  };
}
