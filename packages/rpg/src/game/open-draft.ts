// Opens a draft: its changes are a layer over the state of the game, and each of its steps is stored at once.

import { Bug } from '@terrarium/kernel/errors';
import type { ToolCall } from '@terrarium/kernel/language-model';
import type { RolledCheck } from '../rules/rolled-check.ts';
import type { RecordedAction } from '../state/action-row.ts';
import { applyPatches } from '../state/apply-patches.ts';
import type { DraftPast } from '../state/draft-past.ts';
import type { Acted, CallManner, TurnDraft, TurnEnd } from '../state/game.ts';
import type { GameDependencies } from '../state/game-dependencies.ts';
import { joinFollowed, joinLead } from '../state/join-followed.ts';
import type { Action, Turn } from '../state/session.ts';
import { mergeLayer, openStateLayer, type StateLayer } from '../state/state-layer.ts';
import { listActed } from '../tools/follow-ups/list-acted.ts';
import { type FollowUp, listFollowUps } from '../tools/follow-ups/list-follow-ups.ts';
import { listReached } from '../tools/follow-ups/list-reached.ts';
import { listTakenBack, listTicked } from '../tools/follow-ups/list-ticked.ts';
import { chooseJudged } from '../tools/rolling/choose-judged.ts';
import { addAllies, findJoining, listJoining } from '../tools/slips/add-allies.ts';
import { findPass } from '../tools/slips/find-mover.ts';
import { listCompany } from '../tools/slips/list-company.ts';
import { parseCall } from '../tools/slips/parse-call.ts';
import { refuseSlip } from '../tools/slips/refuse-slip.ts';
import type { SlipView } from '../tools/slips/slip-view.ts';
import { turnPass } from '../tools/turn-pass.ts';
import type { PastTurn, WorkbenchOptions } from '../tools/workbench.ts';
import type { Patch } from '../values/entity.ts';
import { hideSecrets, revealText } from '../values/hidden-text.ts';
import { cutName, renderArguments, runAction } from './run-action.ts';

export interface DraftOptions {
  readonly dependencies: GameDependencies;
  readonly past: DraftPast;
  readonly words: string;
  /** What had been done in the turn when it was left; empty unless the turn is resumed. */
  readonly former: { readonly actions: readonly RecordedAction[]; readonly replies: number };
  /** The three ways in which the handle ends; only one of them is called, and only once. */
  readonly ends: {
    commit(end: TurnEnd, played: PlayedTurn): Turn;
    delete(): void;
    close(): void;
  };
}

export interface PlayedTurn {
  readonly state: StateLayer;
  readonly rolls: readonly RolledCheck[];
}

interface Played extends PlayedTurn {
  readonly patches: Patch[];
  readonly rolls: RolledCheck[];
  readonly actions: RecordedAction[];
  made: number;
  replies: number;
  isOver: boolean;
}

export function openDraft(options: DraftOptions): TurnDraft {
  const { dependencies, past, ends } = options;
  const number = past.head.number + 1;
  const played = restorePlayed(options);
  const finish = <Value>(end: () => Value): Value => {
    refuseOver(played);
    const value = end();
    played.isOver = true;
    return value;
  };
  return {
    number,
    words: options.words,
    past,
    retold: past.retold,
    state: played.state,
    patches: played.patches,
    rolls: played.rolls,
    actions: played.actions,
    execute(call, by, manner) {
      // The action is done on a copy of what was played. If something that follows the action cannot be stored, the
      // transaction takes the action back, and the draft keeps nothing of it.
      const trial = copyPlayed(played);
      const { retold } = past;
      const told = retold?.words === options.words ? retold.id : undefined;
      const { words } = options;
      const acting = { dependencies, number, words, played: trial, parent: past.head.id, retold: told };
      const acted = dependencies.sessions.runInTransaction(() =>
        executeCall(acting, call, { by, ...manner }),
      );
      mergePlayed(trial, played);
      return acted;
    },
    refuse(call, say) {
      refuseOver(played);
      return recordRefused({ dependencies, played }, call, { say, by: 'model' });
    },
    recordReply(reply) {
      refuseOver(played);
      dependencies.drafts.addReply(dependencies.session, played.replies, reply);
      played.replies += 1;
    },
    readPast: past.readPast,
    commit: (end) => finish(() => ends.commit(end, played)),
    delete: () => finish(ends.delete),
    close: () => finish(ends.close),
  };
}

function restorePlayed({ past, former }: DraftOptions): Played {
  const played: Played = {
    state: openStateLayer(past.below),
    patches: [],
    rolls: [],
    actions: [],
    made: 0,
    replies: former.replies,
    isOver: false,
  };
  for (const action of former.actions) {
    applyPatches(played.state, action.patches);
    recordAction(played, action);
  }
  return played;
}

function copyPlayed(played: Played): Played {
  const { patches, rolls, actions } = played;
  const own = { patches: [...patches], rolls: [...rolls], actions: [...actions] };
  return { ...played, ...own, state: openStateLayer(played.state) };
}

function mergePlayed(trial: Played, played: Played): void {
  mergeLayer(trial.state, played.state);
  for (const action of trial.actions.slice(played.actions.length)) recordAction(played, action);
}

interface Acting {
  readonly dependencies: GameDependencies;
  readonly number: number;
  /** What the player typed. */
  readonly words: string;
  readonly played: Played;
  /** The id of the turn before this one. */
  readonly parent: number;
  /** Id of the turn that is told anew for the same words. */
  readonly retold?: number | undefined;
}

interface Calling extends CallManner {
  readonly by: Action['by'];
}

function executeCall(acting: Acting, asked: ToolCall, calling: Calling): Acted {
  refuseOver(acting.played);
  const joined =
    calling.by === 'model' && calling.isByRules !== true ? executeJoin(acting, asked) : undefined;
  return joinLead(joined, executeJoined(acting, asked, calling));
}

/**
 * Somebody who makes a move in a fight but has no place in the order of turns gets one before the move. Otherwise the
 * move would pass over everybody whose turn comes first.
 */
function executeJoin(acting: Acting, asked: ToolCall): RecordedAction | undefined {
  const { dependencies, played } = acting;
  const view = { system: dependencies.system, state: played.state, done: played.actions };
  const joining = findJoining(view, { ...asked, arguments: revealText(asked.arguments) });
  if (joining === undefined) return undefined;
  const call = { id: '', name: joining.name, arguments: JSON.stringify(joining.arguments) };
  return executeOnce(acting, call, { by: 'system' });
}

/**
 * Whatever an action causes automatically is an action of the program, recorded after the action and reported
 * with it. All of it is stored in one transaction, so that a killed process leaves no action without its
 * consequences.
 */
function executeJoined(acting: Acting, asked: ToolCall, { by, isByRules, hasMeanwhile }: Calling): Acted {
  const { dependencies, played } = acting;
  const listAllies = () => listCompany({ ...view, state: played.state }, iterateDone(acting));
  const view = {
    system: dependencies.system,
    state: played.state,
    done: played.actions,
    isByRules,
    listAllies,
    listRetold: () => (acting.retold === undefined ? [] : dependencies.turns.readActions(acting.retold)),
  };
  const slip =
    by === 'model' ? refuseSlip(view, { ...asked, arguments: revealText(asked.arguments) }) : undefined;
  if (slip !== undefined) return recordRefused(acting, asked, { say: slip, by });
  const chosen = chooseJudged(
    { ...view, by, past: listPast(acting), tryCall: buildTrial(acting, by) },
    asked,
  );
  if (!chosen.ok) return recordRefused(acting, asked, { say: chosen.say, by });
  const isOfModel = by === 'model' && isByRules !== true;
  const call = isOfModel ? addAllies(view, chosen.call) : chosen.call;
  const lead = by === 'model' ? executePass(acting, call, view) : undefined;
  const action = executeOnce(acting, call, { by, hasMeanwhile });
  if (!action.ok) return action;
  const followed = executeFollowUps(acting, listFollowUps(played.state, action.patches));
  if (isOfModel) {
    followed.push(...executeFollowUps(acting, listJoining(view, call.name, action)));
    followed.push(...executeFollowUps(acting, listActed(played.state, action)));
  }
  // The built-in narrator marks steps and moves clocks itself, because it narrates what they lead to.
  if (isOfModel) followed.push(...executeCaused(acting, action));
  if (by === 'player')
    followed.push(...executeFollowUps(acting, listTakenBack(played.state, action, listPast(acting))));
  return joinLead(lead, joinFollowed(action, followed));
}

/**
 * How many times in a row the game looks for steps that are reached: marking one may show another that is reached
 * already.
 */
const mostReached = 3;

/** Moves the clock that waits for an action of this kind, and marks the quest steps that the action brought about. */
function executeCaused(acting: Acting, action: RecordedAction): readonly RecordedAction[] {
  const { dependencies, played, words } = acting;
  const ticked = listTicked({ ...played, system: dependencies.system }, action, listPast(acting));
  const caused = executeFollowUps(acting, ticked);
  if (action.patches.length + action.rolls.length === 0) return caused;
  for (let round = 0; round < mostReached; round += 1) {
    const rolls = round === 0 ? action.rolls : [];
    const reached = executeFollowUps(acting, listReached(played.state, { rolls, words }));
    caused.push(...reached);
    if (!reached.some(({ ok }) => ok)) break;
  }
  return caused;
}

function executeFollowUps(acting: Acting, wanted: readonly FollowUp[]): RecordedAction[] {
  return wanted.map((follow) => {
    const written = JSON.stringify(follow.call.arguments);
    const call = { id: '', name: follow.call.name, arguments: written };
    return executeOnce(acting, call, { by: 'system', because: follow.say });
  });
}

/**
 * If somebody acts before others whose turns come first, these others lose their turns. Records this before the move as
 * an action of the program: the log says so, and a new round begins before its first blow. Records nothing if the move
 * would be refused.
 */
function executePass(acting: Acting, call: ToolCall, view: SlipView): RecordedAction | undefined {
  const parsed = parseCall(call);
  const to = parsed === undefined ? undefined : findPass(view, parsed);
  if (to === undefined || !runAction(buildContext(acting, 'model'), call).acted.ok) return undefined;
  const written = JSON.stringify({ to });
  return executeOnce(acting, { id: '', name: turnPass.name, arguments: written }, { by: 'system' });
}

/** The action is stored before it is reported to anybody. */
function executeOnce(
  acting: Acting,
  call: ToolCall,
  { by, because, hasMeanwhile }: Calling & { readonly because?: string },
): RecordedAction {
  const { dependencies, played } = acting;
  const { actions, state } = played;
  const written = renderArguments(call);
  const context = { ...buildContext(acting, by), hasMeanwhile };
  const { acted, layer } = runAction(context, { ...call, arguments: written });
  const say = because === undefined ? acted.say : `${because}\n${acted.say}`;
  const action = { tool: cutName(call.name), arguments: written, by, ...acted, say };
  dependencies.drafts.addAction(dependencies.session, actions.length, action);
  mergeLayer(layer, state);
  recordAction(played, action);
  return action;
}

function buildContext(acting: Acting, by: Action['by']): WorkbenchOptions {
  const { dependencies, number, played } = acting;
  const { system, lore, seed } = dependencies;
  const counts = { rolls: played.rolls.length, made: played.made };
  return { system, by, below: played.state, lore, seed, turn: number, counts, past: listPast(acting) };
}

/** Tries a call out; nothing of it is stored. */
function buildTrial(acting: Acting, by: Action['by']) {
  return (call: ToolCall) => runAction(buildContext(acting, by), call);
}

/** The turn before is read only when a call asks for it. */
function listPast({ dependencies, number, played, parent }: Acting): readonly PastTurn[] {
  let former: PastTurn['actions'] | undefined;
  return [
    { number, actions: played.actions },
    {
      number: number - 1,
      get actions() {
        former ??= dependencies.turns.readActions(parent);
        return former;
      },
    },
  ];
}

/** How many earlier turns are read at most to find what led to the present moment. */
const mostRead = 30;

/** The actions of each turn, from the open turn backwards. A turn is read only when it is asked for. */
function* iterateDone({ dependencies, played, parent }: Acting): Generator<readonly RecordedAction[]> {
  const { session, turns } = dependencies;
  yield played.actions;
  let turn: number | undefined = parent;
  for (let read = 0; read < mostRead && turn !== undefined; read += 1) {
    yield turns.readActions(turn);
    turn = turns.find(session, turn)?.parent ?? undefined;
  }
}

function recordRefused(
  { dependencies, played }: Pick<Acting, 'dependencies' | 'played'>,
  call: ToolCall,
  { say, by }: Pick<Action, 'by'> & { readonly say: string },
): Acted {
  const action: RecordedAction = {
    tool: cutName(call.name),
    arguments: renderArguments(call),
    by,
    ok: false,
    say: hideSecrets(say),
    patches: [],
    rolls: [],
    crossed: [],
    faults: [],
    choices: [],
    made: 0,
  };
  dependencies.drafts.addAction(dependencies.session, played.actions.length, action);
  recordAction(played, action);
  return action;
}

function recordAction(played: Played, action: RecordedAction): void {
  played.patches.push(...action.patches);
  played.rolls.push(...action.rolls);
  played.actions.push(action);
  played.made += action.made;
}

function refuseOver(played: Played): void {
  if (played.isOver) throw new Bug('A step was added to a turn that has already ended.');
}
