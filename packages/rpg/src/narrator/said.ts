// Repeats what somebody said, if the player asks for it.

import type { Chronicle } from './chronicle.ts';
import { findNamedPerson, isNamedIn, listNameWords } from './find-referent.ts';
import { countShared, listContent } from './record.ts';
import { findTopic } from './topics.ts';
import { nameOf } from './world.ts';

const longestTold = 400;

/**
 * Repeats a passage of speech that was told lately: the one that fits the question best or, if the question names no
 * subject, the last one. False if none fits.
 */
export function narrateSaid(c: Chronicle): boolean {
  const named = findNamedPerson(c, c.intent.heard, c.world.listOthers());
  const own = new Set(named === undefined ? [] : listNameWords(nameOf(named)));
  const words = listContent(c.intent.heard).filter((word) => !own.has(word));
  const isTheirs = (text: string) => named === undefined || isNamedIn([text], nameOf(named));
  const spoken = c.recent
    .toReversed()
    .flatMap((text) => text.split('\n\n').toReversed())
    .filter((paragraph) => /["“]/u.test(paragraph) && isTheirs(paragraph));
  const scored = spoken.map((text) => ({ text, weight: countShared(text, words) }));
  const [best] = scored.toSorted((one, other) => other.weight - one.weight);
  if (best !== undefined && (words.length === 0 || best.weight > 0)) return narrateAgain(c, best.text);
  const topic = named === undefined ? undefined : findTopic(c, named);
  const told = topic?.say.find((line) => c.recent.some((text) => text.includes(line)));
  return told !== undefined && narrateAgain(c, told);
}

function narrateAgain(c: Chronicle, text: string): boolean {
  c.narratePlainly(text.slice(0, longestTold).toWellFormed());
  return true;
}
