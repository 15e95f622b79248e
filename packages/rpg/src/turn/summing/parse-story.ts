// Parses the reply to a request to sum up older turns; what is no story, or was cut off, does not count.

import type { ModelReply } from '@terrarium/kernel/language-model';
import { isUnspaced, splitTerms } from '@terrarium/kernel/split-terms';
import { findForeignWords } from '../../values/find-foreign-words.ts';
import { splitAfterPart } from '../after/parse-after.ts';
import { cutStory, longestStory } from '../context/chapters.ts';
import { stripControls } from '../context/render-data.ts';
import { isCutOff } from '../loop/cut-reply.ts';
import { measureAloud } from '../loop/measure-aloud.ts';
import { normaliseReply } from '../loop/normalise-reply.ts';

export type ParsedStory =
  | { readonly ok: true; readonly text: string }
  /** Why the reply does not count, as the end of a sentence. */
  | { readonly ok: false; readonly says: string };

/** A shorter text tells no story. */
const shortestStory = 60;
/**
 * A story has at least this many of the words that are most frequent in the turns that it sums up, such as names. A
 * refusal (“I cannot help with that”) has hardly any of them, although a long past has all of its words somewhere.
 */
const fewestShared = 4;
const mostCompared = 40;
const shortestWord = 4;
/** This many letters of a reply are enough to show its language. */
const judgedLetters = 1_000;
const shortestUnspaced = 2;

/** `older` is what the model was shown of the turns. The story is cut to sentences that fit into `tokens`. */
export function parseStory(
  reply: Pick<ModelReply, 'text' | 'calls' | 'finish'>,
  { older, tokens }: { readonly older: string; readonly tokens: number },
): ParsedStory {
  if (isCutOff(reply)) return { ok: false, says: 'the reply was cut off at its length limit' };
  const text = extractText(reply);
  if (text.length < shortestStory || countShared(text, older) < fewestShared) {
    return { ok: false, says: 'the reply tells nothing of them' };
  }
  return { ok: true, text: cutStory(text, tokens) };
}

function extractText(reply: Pick<ModelReply, 'text' | 'calls'>): string {
  const read = normaliseReply(reply, (index) => `summing-${index}`);
  const text = read.text.replace(/<\/?(?:story_so_far|older)\b[^<>]{0,40}>/giu, ' ');
  const { narrative } = splitAfterPart(text.slice(measureAloud(text, true).length));
  return stripControls(narrative)
    .replace(/^\s*[#*_][^\n.!?]{0,60}\n/u, ' ')
    .replace(/^[#*>\s-]+/gmu, ' ')
    .replace(/^\s*Turns? \d+(?: to \d+)?:\s/u, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, longestStory);
}

/** Function words (the German “nicht”) stand in every text of a language, and do not count. */
function countShared(text: string, older: string): number {
  const functionWords = new Set(
    splitTerms([...findForeignWords(text.slice(0, judgedLetters))].join(' ')).counts.keys(),
  );
  const isWord = (term: string) =>
    term.length >= (isUnspaced(term) ? shortestUnspaced : shortestWord) && !functionWords.has(term);
  const often = [...splitTerms(older.replace(/<[^<>]*>/gu, ' ')).counts]
    .filter(([term]) => isWord(term))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostCompared);
  const own = splitTerms(text).counts;
  return often.filter(([term]) => own.has(term)).length;
}
