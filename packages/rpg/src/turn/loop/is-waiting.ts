// Tells whether a call must wait because it follows a refused call in the same reply and may depend on it.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { normaliseName } from '../../tools/match-name.ts';
import { resolveTarget } from '../../tools/resolve-target.ts';
import { parseCall } from '../../tools/slips/parse-call.ts';
import { type GameState, playerId } from '../../values/entity.ts';
import type { JsonObject } from '../../values/json.ts';

/** These tools look something up or write something down: nothing depends on them, and they depend on nothing. */
const beside: ReadonlySet<string> = new Set([
  'note',
  'notebook',
  'reveal',
  'oracle',
  'state_query',
  'lore_search',
]);
/** If a call of one of these tools is refused, nothing has failed on which other calls could depend. */
const countings: ReadonlySet<string> = new Set(['quest_update', 'clock_tick']);
/** Calls of these tools concern everybody. */
const general: ReadonlySet<string> = new Set(['time_advance', 'mode_set']);
/** Arguments that name whom or what a call is about. */
const naming = ['who', 'target', 'against', 'name'] as const;

/**
 * After a refusal, a call waits if it lets time pass, moves a quest on, or concerns somebody or something that the
 * refused call was about. A call that names nobody may be about the player's character.
 */
export function isWaiting(call: ToolCall, refused: readonly ToolCall[], state: GameState): boolean {
  const failed = refused.filter(({ name }) => !beside.has(name) && !countings.has(name));
  if (failed.length === 0 || beside.has(call.name)) return false;
  const given = parseCall(call)?.arguments ?? {};
  if (isGeneral(call.name, given, state)) return true;
  const subjects = listSubjects(call.name, given, state);
  return failed.some((one) => {
    const others = listSubjects(one.name, parseCall(one)?.arguments ?? {}, state);
    return [...subjects].some((subject) => others.has(subject));
  });
}

function isGeneral(tool: string, given: JsonObject, state: GameState): boolean {
  if (general.has(tool)) return true;
  if (tool === 'quest_update') return given['done'] !== undefined || given['status'] !== undefined;
  return tool === 'move' && listSubjects(tool, given, state).has(playerId);
}

/** Whom and what a call is about: ids where they are known, otherwise names. */
function listSubjects(tool: string, given: JsonObject, state: GameState): ReadonlySet<string> {
  const named = naming.flatMap((key) => {
    const value = given[key];
    return typeof value === 'string' && value.trim() !== '' ? [value] : [];
  });
  const isOwn = given['who'] === undefined && given['target'] === undefined && ofPlayer.has(tool);
  const subjects = named.map((one) => {
    const found = resolveTarget(state, one);
    return found.ok ? found.entity.id : normaliseName(one);
  });
  return new Set(isOwn ? [playerId, ...subjects] : subjects);
}

/** Tools whose calls are about the player's character if they name nobody. */
const ofPlayer: ReadonlySet<string> = new Set([
  'roll',
  'adjust',
  'set',
  'mark',
  'move',
  'item_add',
  'item_remove',
  'condition_add',
  'condition_remove',
]);
