// Moves a plan that a message has just made, if its next sentence says another time: "No, wait, it's on Thursday at 9".
import { isDate } from '../events/find-due-date.ts';
import { splitSentences, type Token } from '../facts/split-sentences.ts';
import { toWordSet } from '../facts/to-word-set.ts';
import type { Effect } from '../working-memory/applied.ts';
import { moveChosen, type Telling } from '../working-memory/apply-span.ts';
import { isNewTime } from '../working-memory/move-plan.ts';
import type { WorkingMemoryStore } from '../working-memory/working-memory-store.ts';

const denying = toWordSet('no,wait,sorry,oops,correction,scratch,actually');
const leading = toWordSet(
  'no,oh,wait,hang,on,hold,sorry,oops,correction,scratch,that,actually,hmm,ah,well,i,my,mistake',
);
const joints = ['it is', 'it was', 'make it', 'make that', 'i mean', 'i meant'].map((one) => one.split(' '));
/** What may follow the time. With other words, the sentence may say something else: "Wait, it is Monday today". */
const after = /,?\s(?:instead|actually|rather|then|sorry|please|not\s(?:on\s)?\p{L}{1,20})[.!…]?$/iu;

/** Returns the plans that the message made by plain words, as they are then. Of several plans none is moved. */
export function replaceTime(
  store: WorkingMemoryStore,
  said: string,
  { made, telling }: { readonly made: readonly Effect[]; readonly telling: Telling },
): readonly Effect[] {
  const [only, ...others] = made;
  if (only === undefined || others.length > 0 || only.effect !== 'created') return made;
  const sentences = splitSentences(said);
  const at = sentences.findIndex(({ text }) => text.includes(only.item.content));
  const next = at < 0 ? undefined : sentences[at + 1];
  if (next === undefined || next.isQuestion) return made;
  const to = findOther(next.tokens, next.text);
  if (to === undefined || !isOtherTime(to, telling.writing)) return made;
  const [moved] = moveChosen(store, { item: only.item, to }, telling)?.effects ?? [];
  return moved === undefined ? made : [{ ...only, item: moved.item }];
}

function isOtherTime(to: string, writing: Telling['writing']): boolean {
  // "It is Monday today" tells what day it is.
  return (
    isNewTime(to, writing) && isDate(to.replace(after, ''), writing) && !/day\s(?:already\s)?today/iu.test(to)
  );
}

/** The words behind "no, it is"; undefined if the sentence does not begin like a correction. */
function findOther(tokens: readonly Token[], text: string): string | undefined {
  const end = tokens.findIndex(
    (_, at) => !leading.has(tokens[at]?.word ?? '') || joints.some((joint) => isJointAt(tokens, joint, at)),
  );
  const lead = tokens.slice(0, Math.max(0, end));
  if (!lead.some(({ word }) => denying.has(word))) return undefined;
  const joint = joints.find((words) => isJointAt(tokens, words, end));
  const first = joint === undefined ? undefined : tokens[end + joint.length];
  return first === undefined ? undefined : text.slice(first.from);
}

function isJointAt(tokens: readonly Token[], joint: readonly string[], at: number): boolean {
  return joint.every((word, next) => tokens[at + next]?.word === word);
}
