// Prompts: the texts a model is given to play a game, kept as data beside this file.

import { readFileSync } from 'node:fs';

function readPrompt(name: string): string {
  return readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8').trimEnd();
}

const narrating = readPrompt('narrating');

/** Asks a model which sentences of its own telling the record of the turn contradicts; the same for all turns. */
export const checking = readPrompt('checking');

/** Sent after the telling that is to be checked, if the player has wishes. */
export const checkingLimits =
  'One more kind, limit: a sentence that tells of something `<limits>` forbids in this game, whoever does it, or that shows what may happen only out of sight. Such a sentence is wrong even if the record has it.';

/** Asks a model what people who are elsewhere did while time passed; the same for all turns. */
export const meanwhile = readPrompt('meanwhile');

const summing = readPrompt('summing');

/** Asks a model to sum up the story up to the turn `last`, that turn included, in at most `words` words. */
export function renderSumming(last: number, words: number): string {
  return summing.replace('{last}', String(last)).replace('{words}', String(words));
}

const decideFirst = 'In one reply, make all the calls that decide what happens, before you tell anything.';
const tellAtOnce =
  'Tell what happens and make the calls in the same reply; where a roll decides, stop before its result and go on when you know it.';

/** The beginning of every prompt; the same for all turns. */
export function renderInstructions(isFast: boolean): string {
  return narrating.replace('{calls}', isFast ? tellAtOnce : decideFirst);
}

/** Added to the answers to calls: without it, small models go on calling. */
export const tellNow =
  'If nothing else must be decided by a roll, tell now what happens; calls that write down what you tell may stand in the same reply.';
/**
 * Put before the hint after calls if others have their turns before the player's next words: the model is to roll
 * their moves, and not only to tell them.
 */
export function renderTurnAhead(ids: readonly string[]): string {
  return `The turn of ${ids.join(', ')} comes before the player's: roll that move now (with \`who\`), unless nothing is done in it. Where they give in or let go, mode_set exploration ends the fight.`;
}
/** Put before the hint if a blow hit the player's character, who has a reaction that may turn it. */
export function renderReactions(names: readonly string[]): string {
  return `Only the player decides whether their character answers this hit with ${names.slice(0, 3).join(' or ')}, a reaction: roll no further move now, tell the blow, and stop there. If they do (roll, with “reaction” in \`reason\`) and the hit no longer reaches, give back what it took.`;
}
/**
 * Put before the hint if, in a fight, the others have acted after the player's move: what the character does next is
 * for the player to say.
 */
export const turnOfPlayer =
  "It is the player's turn again, and theirs to say what they do in it: roll no further move of their character now.";
/** Put before `renderMendRefused` if the turn has told something already, and no roll is untold. */
export const toldStands = 'What you told stands and was read.';
/** Added instead of `tellNow` if the turn has told something already, and no roll is untold. */
export const toldAlready = `${toldStands} If nothing else must be decided, tell only what is still missing, or add the block alone.`;
/** Added instead of `tellNow` in fast mode if the turn has told something already, and a roll is untold. */
export const toldBefore = `${toldStands} Tell now only what comes after it, what the roll brings first; take back nothing of it. Calls that write down what you tell may stand in the same reply.`;
export interface CallsOfReply {
  readonly done: readonly string[];
  readonly refused: readonly string[];
  /** The calls that were held back since they may depend on refused ones. */
  readonly held: readonly string[];
}

/** Added instead of `tellNow` if calls were refused; each call is named by its number and its tool. */
export function renderMendRefused({ done, refused, held }: CallsOfReply): string {
  if (done.length + held.length === 0 && refused.length === 1) {
    return 'Of the calls above one was refused and did nothing: mend it if it matters, else tell what happens without it.';
  }
  const lists = [
    ['done', done],
    ['refused', refused],
    ['held back, as it depends on what was refused', held],
  ] as const;
  const shown = lists
    .filter(([, calls]) => calls.length > 0)
    .map(([name, calls]) => `${name}: ${calls.join(', ')}`);
  return `Of the calls above – ${shown.join('; ')}. What was not done changed nothing: mend it or send it again if it matters, else tell what happens without it.`;
}
/** Put before the hint after calls if only one more reply of the turn may hold calls. */
export const lastCallsAhead = 'Your next reply is the last of this turn that may hold calls.';
/** Sent when all rounds are used up, or when calls only repeat others. */
export const noMoreCalls =
  'No further calls can be made in this turn. Tell now what happens, from what is known.';
/** Sent when a reply had no text. */
export const askForNarrative = 'Nothing has been told yet. Tell the player now what happens, in plain prose.';

/** Sent when the last reply reached the limit of its length; `lastWords` are its last words. */
export function renderGoOn(lastWords: string): string {
  return `Your reply was cut off at its length limit. Go on where it stopped: begin with its last words, “${lastWords}”, then tell only the rest, and add the block.`;
}

/** The answer to a call in which the reply was cut off. */
export const cutCall =
  'Not done: your reply was cut off at its length limit in the middle of this call. Make it again.';
/** Sent after the answers to the calls of a reply, if the reply was cut off after its calls. */
export const cutBehind =
  'Your reply was cut off at its length limit: what came after these calls was not read.';

/** The answer to a call that only repeats another one; `before` is the answer to that one. */
export function renderRepeat(before: string): string {
  return `Already done: ${before} Nothing was done again; if more is meant, say it in one call.`;
}

/** The answer to a call that only repeats one that was refused. */
export function renderRefusedAgain(before: string): string {
  return `As before: ${before} The same call is refused again: change it, or go on without it.`;
}

const behindRefused = 'Not done, since a call before it in this reply on which it depends (';

/** The answer to a call that comes after a refused one of the tool `refused`, on which it may depend. */
export function renderBehindRefused(refused: string): string {
  return `${behindRefused}${refused}) was refused. Send it again if it still holds.`;
}

/** Whether an answer says that a call waits for a refused one. */
export function isBehindRefused(say: string): boolean {
  return say.startsWith(behindRefused);
}

export function renderTooMany(mostCalls: number): string {
  return `Not done: a reply may hold ${mostCalls} calls. Tell what happened so far.`;
}

/**
 * Asks for the same narrative without what the audit flagged. If the sheet may be put right instead, says how: a deed
 * of the player must not be denied because a call for it was forgotten.
 */
export function renderRewriteRequest(flags: readonly string[], mayMend: boolean): string {
  return [
    'Tell this turn once more, as close to your words as possible, without these faults:',
    ...flags.map((flag) => `- ${flag}`),
    ...(mayMend ? [mendingInstead] : []),
    'Change nothing else, and add the same block after it.',
  ].join('\n');
}

const mendingInstead =
  'If a sentence is right and only its call was forgotten, such as a thing that the player gave away, do not deny it: make that call now (adjust, set, item_add, item_remove or condition_add), with nothing told if no other fault is left. Never so for what the dice or a refusal denied.';

/** When only the sheet may be put right, the answer to a call that does anything else, or to one too many. */
export const onlyMending =
  'Not done: the turn is told already, and only what its sheet forgot is put right now.';
