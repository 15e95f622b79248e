// Refuses a move in a fight by somebody whose turn has not come, since others would lose theirs without a word.

import { type EntityId, fightId, playerId, sceneId } from '../../values/entity.ts';
import { isReaction } from '../moves/is-reaction.ts';
import type { Call, EffectView } from '../moves/list-effect-calls.ts';
import { listPassed } from '../moves/list-passed.ts';
import { readOrder } from '../moves/read-order.ts';
import { resolveTarget } from '../resolve-target.ts';
import { sendAgain } from './has-slipped-before.ts';
import { parseCall } from './parse-call.ts';
import type { RefuseSlip, SlipView } from './slip-view.ts';

/**
 * Nobody acts before those whose turn comes first. What the player's character does without a move uses up its turn,
 * and others may do nothing. In both cases the same call is sent once more, and is then executed.
 */
export const refuseOutOfTurn: RefuseSlip = (view, call) => {
  const mover = findMover(view, call);
  const order = readOrder(view.state);
  const turn = order?.turn;
  if (mover === undefined || order === undefined || turn === undefined) return undefined;
  const passed = listPassed(buildView(view), order, mover);
  if (passed.includes(playerId)) {
    const refusal = refuseBeforePlayer(view, turn, mover);
    if (refusal !== undefined) return refusal;
  }
  const others = passed.filter((id) => id !== playerId);
  if (others.length === 0) return undefined;
  const [whose, them] = others.length === 1 ? ['its move', 'it does'] : ['their moves', 'they do'];
  return `It is the turn of ${turn}: before ${mover} comes the turn of ${others.join(', ')}. Make ${whose} first (roll with \`who\`). If ${them} nothing, ${sendAgain}`;
};

/** Who would make a move by this call, if turns of others come first; otherwise undefined. */
export function findPass(view: SlipView, call: Call): EntityId | undefined {
  const mover = findMover(view, call);
  const order = readOrder(view.state);
  if (mover === undefined || order === undefined) return undefined;
  return listPassed(buildView(view), order, mover).length === 0 ? undefined : mover;
}

/** Whose turn ends with this call; undefined for calls that leave the turn where it is. */
function findMover(view: SlipView, { name, arguments: given }: Call): EntityId | undefined {
  const { system, state, isByRules } = view;
  const { who, check, reason } = given;
  if (isByRules === true || name !== 'roll' || isReaction(reason)) return undefined;
  const found = resolveTarget(state, typeof who === 'string' ? who : undefined, [
    'character',
    'npc',
    'creature',
  ]);
  if (!found.ok) return undefined;
  const { id } = found.entity;
  const byCheck = id === playerId ? system.checks.get(String(check ?? ''))?.move : undefined;
  const move = given['move'] ?? byCheck;
  if (typeof move !== 'string' || move === 'first_sight') return undefined;
  return id === playerId && isSameTurn(view) ? undefined : id;
}

/** Whether the character has had its turn in this reply to the player's words, and nobody has acted since. */
function isSameTurn({ state, done }: SlipView): boolean {
  const last = done.findLast(({ patches }) => patches.some((patch) => isTurn(patch)));
  if (last?.tool !== 'roll') return false;
  const who = parseCall({ name: last.tool, arguments: last.arguments })?.arguments['who'];
  const mover = resolveTarget(state, typeof who === 'string' ? who : undefined);
  return mover.ok && mover.entity.id === playerId;
}

function refuseBeforePlayer(view: SlipView, turn: EntityId, mover: EntityId): string | undefined {
  const isOwn = turn === playerId;
  if (isOwn && hasActed(view)) return undefined;
  const now = isOwn
    ? `It is the turn of ${playerId}; ${mover} acts after it.`
    : `It is the turn of ${turn}, and ${playerId} acts before ${mover}.`;
  if (hasHadTurn(view)) {
    return `${now} Stop there: tell what happened, since the player's next words decide. A reaction or opportunity attack is made with that word in \`reason\`.`;
  }
  return `${now} Make the move that the player's words call for. If they use up the turn without a move, ${sendAgain}`;
}

function buildView({ system, state }: SlipView): EffectView {
  const mode = String(state.find(sceneId)?.sheet['mode'] ?? 'exploration');
  return { system, mode, find: (id) => state.find(id as EntityId) };
}

/** Whether the turn has come to the character, or passed from the character, in this reply to the player's words. */
function hasHadTurn({ done }: SlipView): boolean {
  return done.some(({ patches }) =>
    patches.some(
      ({ before, after, ...patch }) => isTurn(patch) && (before === playerId || after === playerId),
    ),
  );
}

/** Whether the character did something without a move since the turn came to it. */
function hasActed({ done }: SlipView): boolean {
  const came = done.findLastIndex(({ patches }) =>
    patches.some((patch) => isTurn(patch) && patch.after === playerId),
  );
  return done
    .slice(came + 1)
    .some(
      ({ ok, rolls, patches }) =>
        ok &&
        (rolls.some(({ who }) => who === playerId) || patches.some(({ entity }) => entity === playerId)),
    );
}

function isTurn({ entity, path }: { readonly entity: string; readonly path: string }): boolean {
  return entity === fightId && path === 'turn';
}
