// Finds the refused call on which a later call of the same reply may depend, so that the later call waits for it.

import type { ToolCall } from '@terrarium/kernel/language-model';
import { normaliseName } from '../../tools/match-name.ts';
import { resolveTarget } from '../../tools/resolve-target.ts';
import { isPlayersCall } from '../../tools/rolling/is-players-roll.ts';
import { isGiven } from '../../tools/slips/is-given.ts';
import { parseCall } from '../../tools/slips/parse-call.ts';
import { type GameState, playerId } from '../../values/entity.ts';
import type { Json, JsonObject } from '../../values/json.ts';

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
/** Calls of these tools decide how the story goes on. */
const deciding: ReadonlySet<string> = new Set(['roll', 'move']);
/** Calls of these tools concern everybody. */
const general: ReadonlySet<string> = new Set(['time_advance', 'mode_set']);
/** What is taken off a sheet may be the price of what comes onto it. */
const exchanges: ReadonlySet<string> = new Set(['item_add', 'item_remove']);
/** Arguments that name whom or what a call is about. */
const naming = [
  'who',
  'target',
  'against',
  'to',
  'name',
  'item',
  'destination',
  'opponents',
  'with',
] as const;

/**
 * Finds a refused call on which this call may depend: usually one about the same person, place or thing, or the other
 * side of an exchange of things. That both concern the player's character is enough only if the refused call was a roll
 * or a move; then calls that take the story on, such as to let time pass, wait too. The beginning of a fight waits for
 * nothing.
 */
export function findAwaited(
  call: ToolCall,
  refused: readonly ToolCall[],
  state: GameState,
): ToolCall | undefined {
  const given = parseCall(call)?.arguments ?? {};
  // A fight is begun whatever came of the call before it.
  if (beside.has(call.name) || (call.name === 'mode_set' && given['mode'] === 'combat')) return undefined;
  const subjects = listSubjects(call.name, given, state);
  return refused.find((one) => {
    if (beside.has(one.name) || countings.has(one.name)) return false;
    const others = listSubjects(one.name, parseCall(one)?.arguments ?? {}, state);
    if (isRollOfOther(call, { refused: one, others }, state)) return false;
    if (isAimedElsewhere(call, one, state)) return false;
    const isDeciding = deciding.has(one.name) && others.has(playerId);
    if (isDeciding && isGeneral(call.name, given, subjects)) return true;
    return [...subjects].some(
      (subject) =>
        (isDeciding || subject !== playerId) &&
        others.has(subject) &&
        // Two calls of one tool are no exchange: what one adds to a sheet, or takes off it, does not depend on the
        // other.
        (call.name !== one.name || !subject.startsWith(thingsOf)),
    );
  });
}

interface Refused {
  readonly refused: ToolCall;
  /** Whom and what the refused call is about. */
  readonly others: ReadonlySet<string>;
}

/**
 * Whether both are rolls of different people, and the later one is not made by the player's character: it can be made
 * although the other was refused. But a roll that only withstands the refused one cannot, such as a target's roll
 * without a move.
 */
function isRollOfOther(call: ToolCall, { refused, others }: Refused, state: GameState): boolean {
  if (call.name !== 'roll' || refused.name !== 'roll') return false;
  const [own = playerId, other = playerId] = [call, refused].map((one) => {
    const [who] = listTexts(parseCall(one)?.arguments['who']);
    return who === undefined ? playerId : nameSubject(who, state);
  });
  if (own === other || own === playerId) return false;
  return !others.has(own) || isGiven(parseCall(call)?.arguments['move']);
}

/**
 * Whether both are the player's rolls, aimed at different people, such as a word to a friend and a spell at a
 * foe.
 */
function isAimedElsewhere(call: ToolCall, refused: ToolCall, state: GameState): boolean {
  const given = [call, refused].map((one) => parseCall(one)?.arguments ?? {});
  if (call.name !== 'roll' || refused.name !== 'roll' || !given.every((one) => isPlayersCall(state, one)))
    return false;
  const [own = [], other = []] = given.map(({ against }) =>
    listTexts(against).map((one) => nameSubject(one, state)),
  );
  return own.length > 0 && other.length > 0 && !own.some((one) => other.includes(one));
}

function isGeneral(tool: string, given: JsonObject, subjects: ReadonlySet<string>): boolean {
  if (general.has(tool)) return true;
  if (tool === 'quest_update') return given['done'] !== undefined || given['status'] !== undefined;
  return tool === 'move' && subjects.has(playerId);
}

const thingsOf = 'things of ';

/** Whom and what a call is about: ids if they are known, otherwise names. */
function listSubjects(tool: string, given: JsonObject, state: GameState): ReadonlySet<string> {
  const named = naming.flatMap((key) => listTexts(given[key])).map((one) => nameSubject(one, state));
  const isOwn = given['who'] === undefined && given['target'] === undefined && ofPlayer.has(tool);
  const [holder = playerId] = listTexts(given['target']).map((one) => nameSubject(one, state));
  return new Set([
    ...(isOwn ? [playerId] : []),
    ...named,
    ...(exchanges.has(tool) ? [`${thingsOf}${holder}`] : []),
  ]);
}

function nameSubject(named: string, state: GameState): string {
  const found = resolveTarget(state, named);
  return found.ok ? found.entity.id : normaliseName(named);
}

function listTexts(value: Json | undefined): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one): one is string => typeof one === 'string' && one.trim() !== '');
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
