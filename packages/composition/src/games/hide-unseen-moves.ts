// Hides, among what happened in a turn, who went from place to place where the player could not see it.

import { type EntityId, type Patch, sceneId } from '@terrarium/rpg/entity';
import type { Game } from '@terrarium/rpg/game';
import { hideText, isHidden } from '@terrarium/rpg/hidden-text';
import { listMet } from './list-met.ts';

type Acts = ReturnType<Game['readActions']>;
type Watched = Pick<Game, 'state' | 'listTurns' | 'head' | 'readActions'>;

/**
 * How many later turns are searched for a change of place. If there is none in them, the player is taken to
 * have been where they are now.
 */
const mostFollowing = 60;

/** A hidden move is shown as something that the narrator does in secret. Several in a row are shown as one. */
export function hideUnseenMoves(actions: Acts, game: Watched, turn: number): Acts {
  if (!actions.some(isMove)) return actions;
  const met = new Set<EntityId>(listMet(game).map(({ id }) => id));
  const stood = listStood(actions, game, turn);
  const isUnseen = ({ entity, path, before, after }: Patch) =>
    path !== 'at' || !met.has(entity) || !(stood.has(before) || stood.has(after));
  const hidden = actions.map((action) =>
    isMove(action) && action.patches.every(isUnseen)
      ? { ...action, arguments: hideText(action.arguments), patches: [] }
      : action,
  );
  const isUnseenMove = (action: Acts[number] | undefined) =>
    action?.tool === 'move' && isHidden(action.arguments);
  return hidden.filter((action, at) => !(isUnseenMove(action) && isUnseenMove(hidden[at - 1])));
}

/** Whether somebody other than the player moves. */
function isMove({ tool, ok, patches }: Acts[number]): boolean {
  return tool === 'move' && ok && patches.length > 0 && !patches.some(({ entity }) => entity === sceneId);
}

/** The places where the player was in the turn. */
function listStood(actions: Acts, { state, listTurns, head, readActions }: Watched, turn: number) {
  const own = listPlaces(actions);
  if (own.length > 0) return new Set<unknown>(own.flat());
  const later = listTurns(head.number + 1)
    .filter(({ id }) => id > turn)
    .toSorted((one, other) => one.number - other.number)
    .slice(0, mostFollowing);
  for (const { id } of later) {
    const [first] = listPlaces(readActions(id));
    if (first !== undefined) return new Set<unknown>(first.slice(0, 1));
  }
  return new Set<unknown>([state.find(sceneId)?.sheet['here']]);
}

/** Lists from where to where the player went. */
function listPlaces(actions: Acts): readonly (readonly unknown[])[] {
  return actions
    .flatMap(({ patches }) => patches)
    .filter(({ entity, path }) => entity === sceneId && path === 'here')
    .map(({ before, after }) => [before, after]);
}
