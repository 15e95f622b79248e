// Joins an action with the actions that the program took because of it, so that their results are returned together.

import type { Acted } from './game.ts';
import type { Action } from './session.ts';

/** The action with its own changes and answer first, followed by those of the other actions. */
export function joinFollowed<Done extends Acted>(action: Done, followed: readonly Acted[]): Done {
  if (followed.length === 0) return action;
  const all = [action, ...followed];
  return {
    ...action,
    say: all.map(({ say }) => say).join('\n'),
    patches: all.flatMap(({ patches }) => patches),
    rolls: all.flatMap(({ rolls }) => rolls),
    crossed: all.flatMap(({ crossed }) => crossed),
    faults: all.flatMap(({ faults }) => faults),
    choices: all.flatMap(({ choices }) => choices),
  };
}

/** Joins an action with what the program did before it, whose answer and changes come first. */
export function joinLead<Done extends Acted>(lead: Done | undefined, action: Done): Done {
  if (lead === undefined) return action;
  const patches = [...lead.patches, ...action.patches];
  const say = [lead.say, action.say].filter((line) => line !== '').join('\n');
  return { ...action, say, patches, lead };
}

/**
 * The calls of a model in the order in which they were made, each joined with what the program did before it
 * and after it because of it.
 */
export function listJoined<Done extends Action & Acted>(
  actions: readonly Done[],
  isLead: (action: Done) => boolean = () => false,
): readonly Done[] {
  const starts = actions.flatMap(({ by }, at) => (by === 'model' ? [at] : []));
  return starts.flatMap((at) => {
    const [action, ...rest] = actions.slice(at);
    if (action === undefined) return [];
    const before = actions[at - 1];
    const end = rest.findIndex((one) => one.by !== 'system' || isLead(one));
    const joined = joinFollowed(action, end === -1 ? rest : rest.slice(0, end));
    return [joinLead(before !== undefined && isLead(before) ? before : undefined, joined)];
  });
}
