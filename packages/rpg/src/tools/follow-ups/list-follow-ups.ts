// Lists follow-ups: calls that the program makes after an action, such as showing the next step of a quest.

import { isOpenQuest } from '../../state/is-open-quest.ts';
import { findPlan, isAbout, listFollowing, readNotebook, whileOpen } from '../../state/notebook.ts';
import {
  type Entity,
  type EntityId,
  type GameState,
  type Patch,
  playerId,
  sceneId,
} from '../../values/entity.ts';
import { isObject } from '../../values/json.ts';
import type { Call } from '../moves/list-effect-calls.ts';
import { listFoes } from '../moves/list-foes.ts';
import { readOrder } from '../moves/read-order.ts';
import { listOpenSteps } from '../planned-quest.ts';
import { readName } from '../resolve-target.ts';

export interface FollowUp {
  readonly call: Call;
  /** Why the call was made. */
  readonly say: string;
}

/** Called only while a turn is played: the follow-ups of a replay are those in its log. */
export function listFollowUps(state: GameState, patches: readonly Patch[]): readonly FollowUp[] {
  return [...listLeft(state, patches), ...listOver(state, patches), ...listNext(state, patches)];
}

/** A call names at most this many of those who have left a fight. */
const mostLeft = 40;

/** Removes from the fight whoever is no longer where the player is; ends the fight if no opponent is left in it. */
function listLeft(state: GameState, patches: readonly Patch[]): readonly FollowUp[] {
  const scene = state.find(sceneId);
  if (scene?.sheet['mode'] !== 'combat' || !patches.some(({ path }) => path === 'at')) return [];
  const here = state.find(playerId)?.sheet['at'];
  const foes = listFoes(scene);
  const others = (readOrder(state)?.places ?? []).map(({ id }) => id).filter((id) => !foes.includes(id));
  const isHere = (id: EntityId) => {
    const at = state.find(id)?.sheet['at'];
    return typeof at !== 'string' || at === here;
  };
  const left = foes.filter((id) => !isHere(id));
  const gone = [...left, ...others.filter((id) => !isHere(id))].slice(0, mostLeft);
  const stay = foes.filter(isHere);
  if (gone.length === 0 || foes.length === 0) return [];
  const shown = stay.length === 0 ? left : gone;
  const names = shown.join(', ');
  const verb = shown.length === 1 ? ['is', 'has'] : ['are', 'have'];
  const after = 'If somebody follows the player: call move with `who`, then mode_set combat.';
  return stay.length === 0
    ? [
        {
          call: { name: 'mode_set', arguments: { mode: 'exploration' } },
          say: `The fight is over: ${names} ${verb[0]} no longer where the player is. ${after}`,
        },
      ]
    : [
        {
          call: { name: 'mode_set', arguments: { mode: 'combat', opponents: stay, left: gone } },
          say: `${names} ${verb[0]} no longer where the player is, and ${verb[1]} left the fight. ${after}`,
        },
      ];
}

/** Shows the next planned step of a quest whose last open step was done. */
function listNext(state: GameState, patches: readonly Patch[]): readonly FollowUp[] {
  const touched = new Set(patches.filter(({ path }) => path === 'steps').map(({ entity }) => entity));
  return [...touched].flatMap((id) => {
    const quest = state.find(id);
    if (quest === undefined || !isOpenQuest(quest) || listOpenSteps(quest).length > 0) return [];
    const { steps } = quest.sheet;
    if (!Array.isArray(steps)) return [];
    const last = steps.findLast((step) => isObject(step));
    const plan = findPlan(readNotebook(state), readName(quest));
    if (last === undefined || plan === undefined || plan.steps.length === 0) return [];
    const call = { name: 'quest_update', arguments: { name: id, done: [String(last['id'])] } };
    return [{ call, say: `${id} continues.` }];
  });
}

/** Removes a clock of a quest that has ended, unless an open quest, or a quest that opens next, uses it too. */
function listOver(state: GameState, patches: readonly Patch[]): readonly FollowUp[] {
  const ended = patches
    .filter(({ entity, path }) => entity.startsWith('quest:') && path === 'status')
    .flatMap(({ entity }) => state.find(entity) ?? [])
    .filter((quest) => !isOpenQuest(quest));
  if (ended.length === 0) return [];
  const open = state.list('quest').filter(isOpenQuest);
  const going = [...open.map(readQuest), ...listFollowing(state)];
  return state.list('clock').flatMap((clock) => {
    const quest = ended.find((one) => isClockOf(state, clock, readQuest(one)));
    if (quest === undefined || going.some((one) => isClockOf(state, clock, one))) return [];
    return [
      {
        call: { name: 'clock_tick', arguments: { name: clock.id, over: true } },
        say: `${clock.id} ran for ${quest.id}, which is over.`,
      },
    ];
  });
}

interface NamedQuest {
  readonly name: string;
  readonly about: string;
}

function readQuest(quest: Entity): NamedQuest {
  return { name: readName(quest), about: readText(quest, 'about') };
}

/**
 * Whether a text about the clock names the quest, or a text about the quest names the clock. Such a text may be a note
 * or a step.
 */
function isClockOf(state: GameState, clock: Entity, { name, about }: NamedQuest): boolean {
  const notebook = readNotebook(state);
  const noted = notebook.secrets.filter(({ of }) => isAbout(of, clock)).map(({ text }) => text);
  const plan = findPlan(notebook, name);
  const steps = plan?.steps.flatMap((step) => [step.name, step.text]) ?? [];
  const own = [about, plan?.about ?? '', plan?.won ?? '', ...steps];
  return (
    [readText(clock, 'about'), ...noted].some(
      (text) => isNamed(text, name) || text.includes(`${whileOpen}${name}"`),
    ) || own.some((text) => isNamed(text, readName(clock)))
  );
}

/** A name counts only if it has at least this many characters; shorter ones are in too many texts. */
const leastNamed = 5;

function isNamed(text: string, name: string): boolean {
  const wanted = name.trim().toLowerCase();
  if (wanted.length < leastNamed) return false;
  const padded = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}']+/gu, ' ')} `;
  return padded.includes(` ${wanted.replace(/[^\p{L}\p{N}']+/gu, ' ').trim()} `);
}

function readText({ sheet }: Entity, path: string): string {
  const value = sheet[path];
  return typeof value === 'string' ? value : '';
}
