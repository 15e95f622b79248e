// Takes sentences from a stretch of the story as its summary: in their order, and evenly from beginning to end.

import { isListed } from './lexicon.ts';

/** If there are fewer sentences outside of speech, spoken sentences are drawn as well: so few would say too little. */
const fewestTold = 3;

/** How a choice that is offered to readers begins, such as `[x]`: what the choice says need not happen. */
const choice = /^>?\s*(?:[-*]+\s?)?\[[ xX]?\]/u;

/**
 * A sentence without one of these signs at its end is the title of a chapter, unless the story is written without such
 * signs.
 */
const ended = /[\p{Sentence_Terminal}…‥:;,：；，、—–-][\p{Pe}\p{Pi}\p{Pf}"'*_]*$/u;

/**
 * Returns as many sentences as fit into `limit` characters. Divides the stretch into equal parts, and takes from each
 * the sentence that says most by itself. Sentences that say nothing by themselves (`He nods.`), speech, and sentences
 * that only announce speech (`he says:`) are drawn only if there is hardly anything else; titles, and choices that
 * readers are given, only if there is nothing else.
 */
export function drawSentences(sentences: readonly string[], limit: number): string {
  const whole = sentences.filter((text) => ended.test(text));
  const happened = (whole.length > 0 ? whole : sentences).filter((text) => !choice.test(text));
  const told = happened.filter((text) => !/^["“‘„«]|:$/.test(text));
  const telling = told.filter((text) => scoreSentence(text) > leastScore);
  if (telling.length >= fewestTold) return drawEvenly(telling, limit);
  if (told.length >= fewestTold) return drawEvenly(told, limit);
  return drawEvenly(happened.length > 0 ? happened : sentences, limit);
}

function drawEvenly(texts: readonly string[], limit: number): string {
  const scored = texts.map((text) => ({ text, score: scoreSentence(text) }));
  const draw = (count: number): string =>
    Array.from({ length: count }, (_, at) =>
      chooseBest(scored.slice(computePart(at, count), computePart(at + 1, count))),
    ).join(' ');
  const computePart = (at: number, count: number) => Math.floor((at * texts.length) / count);
  let [fitting, over] = [0, texts.length + 1];
  while (over - fitting > 1) {
    const middle = Math.floor((fitting + over) / 2);
    if (draw(middle).length <= limit) fitting = middle;
    else over = middle;
  }
  return draw(fitting);
}

interface Scored {
  readonly text: string;
  readonly score: number;
}

function chooseBest(part: readonly Scored[]): string {
  let best: Scored | undefined;
  for (const one of part) if (best === undefined || one.score > best.score) best = one;
  return best?.text ?? '';
}

/** A sentence with no higher score is not worth its room: `He nods.`. */
const leastScore = -2;
const mostNames = 3;
/** A sentence with fewer words says little, and one with more leaves little room for others. */
const [fewWords, manyWords] = [6, 40];

/**
 * Scores how much a sentence says without the sentences around it. Names raise the score. A sentence scores less if it
 * asks, exclaims or has speech, if its first word points back (`He`, `This`, `But`), or if it has too few or too many
 * words.
 */
function scoreSentence(text: string): number {
  const words = text.split(' ');
  const names = words.slice(1).filter((word) => /^\p{Lu}\p{Ll}/u.test(word)).length;
  const first = words[0]?.toLowerCase().replace(/[^\p{L}]/gu, '') ?? '';
  const isPointing = isListed('pointingWords', first);
  const isBroken = /[?!…]["”’]?$|["“”„«]/u.test(text);
  const isUneven = words.length < fewWords || words.length > manyWords;
  return Math.min(mostNames, names) - (isPointing ? 1 : 0) - (isBroken ? 1 : 0) - (isUneven ? 2 : 0);
}
