// Plans what a model is asked about people elsewhere: whether they had time to act, who has plans, and what bears on these.

import type { Acted } from '../../state/game.ts';
import { isAbout, listStanding, readNotebook, type Secret } from '../../state/notebook.ts';
import { describeSecret } from '../../tools/describe-secret.ts';
import { readExits } from '../../tools/exits.ts';
import { longSpan } from '../../tools/secrets.ts';
import { type Entity, type EntityId, type GameState, sceneId } from '../../values/entity.ts';
import { isObject } from '../../values/json.ts';
import { renderClock, renderMinutes } from '../../values/render-minutes.ts';
import { readName, readScene } from '../context/read-scene.ts';
import { renderElement, renderLine } from '../context/render-data.ts';

/** Once the player has been away from a place for this many minutes, people elsewhere have gone on with their lives. */
const longAbsence = 720;
const mostPeople = 6;
/** People are moved by their notes of what they plan and want; the other notes are for whoever meets them. */
const moving = ['plans', 'wants'] as const;
const mostNotes = 3;
const longestNote = 220;

export interface Meanwhile {
  readonly content: string;
  /**
   * Who is to act: people and creatures elsewhere that have a plan for a certain time and have not acted in this turn.
   */
  readonly people: readonly Entity[];
  /** The first notes of what they plan and want; calls may change these notes. */
  readonly notes: readonly Secret[];
}

export interface Passed {
  readonly before: GameState;
  readonly state: GameState;
  /**
   * For how many minutes the player had been away from the place to which they came in this turn; 0 if they came to
   * none, or to a new one.
   */
  readonly absence: number;
}

/**
 * Undefined if too little time has passed, or if nobody elsewhere has a plan for a certain time, apart from those who
 * have already acted in this turn.
 */
export function planMeanwhile(
  { before, state, absence }: Passed,
  instructions: string,
): Meanwhile | undefined {
  const now = readScene(state);
  const minutes = now.minutes - readScene(before).minutes;
  if (minutes < longSpan && absence < longAbsence) return undefined;
  const { secrets } = readNotebook(state);
  const open = listStanding(secrets, state);
  const people = [...state.list('npc'), ...state.list('creature')]
    .filter((one) => one.sheet['is_gone'] !== true && !now.present.includes(one))
    .filter((one) => open.some((secret) => isTimed(secret) && isAbout(secret.of, one)))
    .filter((one) => !hasActed(one, { before, state }))
    .sort(
      (one, other) => Number(isPressed(other, open, now.minutes)) - Number(isPressed(one, open, now.minutes)),
    )
    .slice(0, mostPeople);
  if (people.length === 0) return undefined;
  const own = people.map((one) => [one, listMoving(one, open)] as const);
  const lines = [
    ...own.flatMap(([one, notes]) => renderPerson(one, notes, state)),
    ...now.clocks.map((clock) => `clock ${readName(clock)}: ${renderProgress(clock)}`),
  ];
  const passed = { passed: renderMinutes(Math.max(minutes, absence)), now: renderClock(now.minutes) };
  const content = `${instructions}\n\n${renderElement('meanwhile', passed, `\n${lines.join('\n')}\n`)}`;
  return { content, people, notes: own.flatMap(([, notes]) => notes) };
}

/** A plan without a time is what somebody is about in general: time alone brings it no further. */
function isTimed({ kind, due }: Secret): boolean {
  return kind === 'plans' && due !== undefined;
}

/** Whether somebody moved in this turn, or one of their plans was struck or changed: then they are not asked again. */
function hasActed(one: Entity, { before, state }: Pick<Passed, 'before' | 'state'>): boolean {
  const was = before.find(one.id);
  if (was !== undefined && was.sheet['at'] !== one.sheet['at']) return true;
  const plans = readNotebook(before).secrets.filter(({ kind, of }) => kind === 'plans' && isAbout(of, one));
  return plans.some(({ id }) => before.find(id)?.sheet['hidden'] !== state.find(id)?.sheet['hidden']);
}

function listMoving(one: Entity, open: readonly Secret[]): readonly Secret[] {
  const noted = open.filter(({ of }) => isAbout(of, one));
  return moving.flatMap((kind) => noted.filter((secret) => secret.kind === kind)).slice(0, mostNotes);
}

function isPressed(one: Entity, secrets: readonly Secret[], minutes: number): boolean {
  return secrets.some(({ of, due }) => isAbout(of, one) && due !== undefined && due <= minutes);
}

function renderPerson(one: Entity, notes: readonly Secret[], state: GameState): readonly string[] {
  const minutes = Number(state.find(sceneId)?.sheet['minutes'] ?? 0);
  const at = state.find(String(one.sheet['at'] ?? '') as EntityId);
  const ways =
    at === undefined ? [] : readExits(at).filter(({ isHidden, isLocked }) => !isHidden && !isLocked);
  const names = ways.map(({ to }) => readName(state.find(to)) || to);
  const where =
    at === undefined ? 'nowhere yet' : `at ${readName(at)}; ways to ${names.join(', ') || 'nowhere'}`;
  return [
    renderLine(`${one.id} ${readName(one)}, ${where}`, longestNote),
    ...notes.map((note) => `  ${renderLine(describeSecret(note, minutes), longestNote)}`),
  ];
}

function renderProgress({ sheet }: Entity): string {
  const { progress } = sheet;
  return isObject(progress)
    ? `${String(progress['filled'] ?? 0)} of ${String(progress['segments'] ?? '?')}`
    : '';
}

export interface PlayedTurn {
  readonly actions: readonly Pick<Acted, 'patches'>[];
}

/**
 * How many minutes before the end of the turn the player was last at the place where they are now; 0 if they did not
 * come to it in this turn, or were never there before. A long span in an earlier turn does not count, nor time before
 * it, since people have already acted for that time.
 */
export function measureAbsence(
  { before, state }: Pick<Passed, 'before' | 'state'>,
  { actions, earlier }: PlayedTurn & { readonly earlier: () => Iterable<PlayedTurn> },
): number {
  const here = state.find(sceneId)?.sheet['here'];
  const was = before.find(sceneId)?.sheet['here'];
  if (typeof here !== 'string' || here === was) return 0;
  if (before.find(here as EntityId)?.sheet['is_visited'] !== true) return 0;
  let absence = measureSpan(actions);
  for (const turn of earlier()) {
    if (turn.actions.some(({ patches }) => patches.some((patch) => isLeaving(patch, here)))) return absence;
    const span = measureSpan(turn.actions);
    if (span >= longSpan) return absence;
    absence += span;
  }
  return absence;
}

function isLeaving({ entity, path, before }: Acted['patches'][number], place: string): boolean {
  return entity === sceneId && path === 'here' && before === place;
}

function measureSpan(actions: PlayedTurn['actions']): number {
  return actions
    .flatMap(({ patches }) => patches)
    .filter(({ entity, path }) => entity === sceneId && path === 'minutes')
    .reduce((sum, { before, after }) => sum + Number(after ?? 0) - Number(before ?? 0), 0);
}
