// Describes what only the game master knows, as a line of a prompt or of an answer; its texts are not escaped.

import type { HiddenWay, QuestPlan, Secret } from '../state/notebook.ts';
import { isAbout, listFollowing } from '../state/notebook.ts';
import type { GameState } from '../values/entity.ts';
import { renderMinutes } from '../values/render-minutes.ts';

const longestEnd = 120;

/** `minutes` is the present time of the story. */
export function describeSecret({ id, of, kind, text, due }: Secret, minutes: number): string {
  const whose = of === '' ? '' : ` ${of}`;
  const left =
    due === undefined ? '' : ` (${due <= minutes ? 'due now' : `in ${renderMinutes(due - minutes)}`})`;
  return `${cutId(id)}${whose} ${kind}${left}: ${text}`;
}

export function describeHiddenWay({ from, to, name, is_locked }: HiddenWay): string {
  return `${from} hidden way${name === '' ? '' : ` "${name}"`} → ${to}${is_locked ? ' (locked)' : ''}`;
}

/**
 * For a quest that has begun: what the next step brings, the names of the steps after it and, at the last step, what
 * the end of the quest brings. For any other quest: what it follows, who asks for it, and what it is about.
 */
export function describeQuestPlan(plan: QuestPlan, state: Pick<GameState, 'list'>): string {
  const quest = state.list('quest').find((one) => isAbout(plan.name, one));
  const steps = plan.steps.map(({ name, text }, at) => (text === '' || at > 0 ? name : `${name} [${text}]`));
  const end = plan.won === '' || steps.length > 1 ? '' : ` ${describeEnd(plan.won)}`;
  const id = cutId(plan.id);
  if (quest !== undefined) {
    const next = steps.length === 0 ? 'no further step.' : `then ${steps.join('; then ')}.`;
    return `${id} ${quest.id}: ${next}${end}`;
  }
  const isNext = listFollowing(state).some(({ id: one }) => one === plan.id);
  const follows = `a quest that follows "${plan.after}"${isNext ? ' and opens once you have told it' : ''}`;
  const after = plan.after === '' ? 'a quest that can be begun' : follows;
  const giver = plan.giver === '' ? '' : ` (${plan.giver} asks for it)`;
  return `${id} "${plan.name}", ${after}${giver}: ${plan.about}`;
}

/** If the text is too long for a line, the call that ends the quest tells all of it. */
function describeEnd(won: string): string {
  if (won.length <= longestEnd) return `At its end: ${won}`;
  return `At its end (quest_update with status done tells it whole): ${won.slice(0, longestEnd).toWellFormed()}…`;
}

function cutId(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}
