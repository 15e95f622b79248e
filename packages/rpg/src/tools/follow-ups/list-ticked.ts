// Lists the clocks of which an action fills a segment: after a failed roll, a rest or a journey, as the scenario says.

import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { RecordedAction } from '../../state/action-row.ts';
import { isFullClock } from '../../state/is-full-clock.ts';
import { isOpenQuest } from '../../state/is-open-quest.ts';
import { type ClockContent, type ClockEvent, isAbout, readNotebook } from '../../state/notebook.ts';
import type { System } from '../../system/system.ts';
import { type Entity, type GameState, type Patch, playerId, sceneId } from '../../values/entity.ts';
import { isCalmRoll, isSafeRoll } from '../moves/is-calm.ts';
import { readJudged } from '../rolling/find-last-roll.ts';
import { isPlayersCall, isPlayersRoll } from '../rolling/is-players-roll.ts';
import { isGiven } from '../slips/is-given.ts';
import { parseCall } from '../slips/parse-call.ts';
import type { PastTurn } from '../workbench.ts';
import type { FollowUp } from './list-follow-ups.ts';

interface Viewed {
  readonly system: Pick<System, 'manifest'>;
  readonly state: GameState;
}

/** `past` is the turn that is played, with `action` as its last action, and the turn before. */
export function listTicked(
  { system, state }: Viewed,
  action: RecordedAction,
  past: readonly PastTurn[],
): readonly FollowUp[] {
  if (isJudgedAgain(action)) return listTakenBack(state, action, past);
  const [now] = past;
  const event = now === undefined ? undefined : findEvent({ system, state }, action, now.number);
  if (event === undefined || state.find(sceneId)?.sheet['mode'] === 'combat') return [];
  const planned = readNotebook(state).clocks.flatMap((plan) =>
    state.list('clock').flatMap((clock) => (isAbout(plan.name, clock) ? [{ plan, clock }] : [])),
  );
  const ticked = now?.actions.flatMap(({ ok, patches }) => (ok ? patches.filter(isTick) : []));
  // As with the built-in narrator, at most one planned clock moves in a turn, and none while there is a fight.
  if (planned.some(({ clock }) => ticked?.some(({ entity }) => entity === clock.id) === true)) return [];
  const clock = planned.find((one) => isWaiting(state, one, event))?.clock;
  if (clock === undefined) return [];
  return [{ call: buildTick(clock, 1), say: `${reasons[event]} ${clock.id} on.` }];
}

const reasons: Readonly<Record<ClockEvent, string>> = {
  failure: 'The failed roll moves',
  rest: 'The rest moves',
  travel: 'The journey moves',
};

function findEvent({ system, state }: Viewed, action: RecordedAction, turn: number): ClockEvent | undefined {
  const given = parseCall({ name: action.tool, arguments: action.arguments })?.arguments ?? {};
  if (action.tool === 'roll')
    return isPlayersCall(state, given) && hasFailed(action) && !isCalm(system, action)
      ? 'failure'
      : undefined;
  if (action.tool === 'time_advance') return isGiven(given['rest']) ? 'rest' : undefined;
  const hasMoved = action.patches.some(
    ({ entity, path, before }) => entity === playerId && path === 'at' && typeof before === 'string',
  );
  return hasMoved && turn % 2 === 0 ? 'travel' : undefined;
}

/** Whether the roll of the player's character that decides the action failed. */
function hasFailed({ rolls }: RecordedAction): boolean {
  const degree = rolls.find(isDeciding)?.outcome?.degree;
  return degree !== undefined && degree < 0;
}

function isCalm(system: Pick<System, 'manifest'>, { rolls }: RecordedAction): boolean {
  const roll = rolls.find(isDeciding);
  return roll !== undefined && (isCalmRoll(system, roll) || isSafeRoll(system, roll));
}

function isDeciding({ who, outcome }: RolledCheck): boolean {
  return who === playerId && outcome !== undefined;
}

function isTick({ entity, path }: Patch): boolean {
  return entity.startsWith('clock:') && path === 'progress';
}

interface PlannedClock {
  readonly plan: ClockContent;
  readonly clock: Entity;
}

function isWaiting(state: GameState, { plan, clock }: PlannedClock, event: ClockEvent): boolean {
  return plan.on.includes(event) && isRunning(state, plan) && !isFullClock(clock);
}

function isRunning(state: GameState, plan: ClockContent): boolean {
  const open = state.list('quest').filter(isOpenQuest);
  return plan.while === '' ? open.length > 0 : open.some((quest) => isAbout(plan.while, quest));
}

/**
 * Whether an action judges an earlier roll again. The action is examined and not its roll: if the dice are thrown anew,
 * the roll does not name the earlier one.
 */
function isJudgedAgain({ tool, arguments: given }: RecordedAction): boolean {
  return tool === 'roll' && isGiven(parseCall({ name: tool, arguments: given })?.arguments['spend']);
}

/** The calls that take back the ticks of a failed roll, if the roll is judged again and does not fail. */
export function listTakenBack(
  state: GameState,
  action: RecordedAction,
  past: readonly PastTurn[],
): readonly FollowUp[] {
  if (!isJudgedAgain(action) || hasFailed(action)) return [];
  const ticked = listAfterFormer(action, past).filter(({ tool }) => tool === 'clock_tick');
  return ticked.flatMap(({ patches }) =>
    patches.filter(isTick).flatMap(({ entity }) => {
      const clock = state.find(entity);
      const say = `The roll did not fail after all: ${entity} is moved back.`;
      return clock === undefined ? [] : [{ call: buildTick(clock, -1), say }];
    }),
  );
}

/**
 * The actions of the program right after the roll that is judged again. That roll is the one that the call names, or
 * else the player's newest earlier one. Empty if there is none.
 */
function listAfterFormer(action: RecordedAction, past: readonly PastTurn[]): PastTurn['actions'] {
  const judged = readJudged(parseCall({ name: '', arguments: action.arguments })?.arguments ?? {});
  for (const { number, actions } of past) {
    if (judged !== undefined && judged.turn !== number) continue;
    const before = actions.at(-1) === action ? actions.slice(0, -1) : actions;
    const isFormer = (roll: RolledCheck) =>
      isPlayersRoll(roll) && (judged === undefined || roll.index === judged.index);
    const at = before.findLastIndex(({ ok, tool, rolls }) => ok && tool === 'roll' && rolls.some(isFormer));
    if (at === -1) continue;
    const rest = before.slice(at + 1);
    const end = rest.findIndex(({ by }) => by !== 'system');
    return end === -1 ? rest : rest.slice(0, end);
  }
  return [];
}

function buildTick({ id }: Entity, ticks: number): FollowUp['call'] {
  return { name: 'clock_tick', arguments: { name: id, ticks } };
}
