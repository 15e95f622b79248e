// Tells the story so far: a model is asked to sum up the parts of a recap that have no summary yet.

import { askAndJudge } from '@terrarium/kernel/ask-and-judge';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { SceneId } from './context/message-log.ts';
import { removeSentences } from './context/remove-sentences.ts';
import type { ToldSummary } from './inspect/collect-told.ts';
import { listUntold, type Recap, readRecap, type UntoldPart } from './inspect/read-recap.ts';
import type { Annotator } from './journal/open-annotator.ts';
import type { WorldView } from './moments/open-world-view.ts';
import { openUnreadCheck } from './open-unread-check.ts';
import { cutSentences } from './runner/cut-summary.ts';
import { parseTold } from './telling/parse-told.ts';
import {
  type PartFault,
  renderFaults,
  renderParts,
  type ShownPart,
  tellingVersion,
} from './telling/render-parts.ts';

export interface RecapQuestion {
  readonly corpus?: string | undefined;
  readonly asked: AskedModel;
  /** Tokens that a prompt may have. */
  readonly budget: number;
  /** About how many words the whole recap will be cut to; undefined if it is not cut. */
  readonly words?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A part gets at least and at most about this many words. */
const fewestWords = 40;
const mostWords = 250;
/** Room for the reply: tokens for each word that it may have. */
const tokensPerWord = 3;
/** A prompt has at least about this many times as much of the story as is wanted of it. */
const leastOfStory = 4;
/** For the instructions, and for what a second request adds. */
const tokensBeside = 1_200;
/** What an element adds to its text. */
const tokensOfElement = 30;
/** At most this many prompts are sent, the newest parts first; older parts stay without a summary. */
const mostPrompts = 4;

/**
 * Reads a recap like `readRecap` and has the model sum up its parts without a summary. What the model writes is not
 * stored. Throws what asking a model throws, and `StorageError`.
 */
export async function askForRecap(
  annotator: Annotator,
  view: WorldView,
  question: RecapQuestion,
): Promise<Recap> {
  const told = new Map<SceneId, ToldSummary>();
  for (const batch of groupIntoPrompts(listUntold(annotator, view, question.corpus), question)) {
    const texts = await askForParts(annotator, view, { ...question, batch });
    for (const [at, text] of texts)
      for (const scene of batch[at]?.scenes ?? []) told.set(scene, { text, origin: 'asked' });
  }
  const recap = readRecap(annotator, view, question.corpus, told);
  if (told.size === 0) return recap;
  return { ...recap, asked: { model: question.asked.model.id, promptVersion: tellingVersion } };
}

interface PartToTell extends ShownPart {
  readonly scenes: readonly SceneId[];
}

/** Groups parts so that each group fits into one prompt, together with the reply: the newest group first. */
function groupIntoPrompts(
  untold: readonly UntoldPart[],
  { budget, words }: RecapQuestion,
): readonly (readonly PartToTell[])[] {
  const room = budget - tokensBeside;
  const groups: PartToTell[][] = [];
  let left = 0;
  for (const { scenes, share, threadTitle, sentences } of untold.toReversed()) {
    if (sentences.length === 0) continue;
    const wanted = Math.max(fewestWords, share * (words ?? Infinity));
    const wordsOfPart = Math.round(Math.min(mostWords, wanted, room / tokensPerWord / leastOfStory));
    const beside = wordsOfPart * tokensPerWord + tokensOfElement;
    const text = cutSentences(sentences, Math.max(1, room - beside));
    const cost = estimateTokens(text) + beside;
    if (cost > left) {
      if (groups.length === mostPrompts) break;
      groups.push([]);
      left = room;
    }
    groups.at(-1)?.unshift({ scenes, threadTitle, words: wordsOfPart, text });
    left -= cost;
  }
  return groups;
}

interface PartsQuestion extends RecapQuestion {
  readonly batch: readonly PartToTell[];
}

interface TakenParts {
  readonly texts: ReadonlyMap<number, string>;
  readonly faults: readonly PartFault[];
}

/** Returns the texts by the index of their part, without sentences that name what nobody has read. */
async function askForParts(
  annotator: Annotator,
  view: WorldView,
  { batch, asked, signal }: PartsQuestion,
): Promise<ReadonlyMap<number, string>> {
  const check = openUnreadCheck(annotator, view);
  const known = batch.map(({ text }) => text);
  const findUnread = (text: string) => check?.listUnread(text, known) ?? [];
  const { taken } = await askAndJudge<TakenParts>(asked, {
    messages: renderParts(batch),
    maxOutputTokens: batch.reduce((sum, { words }) => sum + words * tokensPerWord, 0),
    temperature: 0,
    signal,
    judge: (reply, before, isCutShort) => {
      // The last part of a reply that was cut off ends in the middle.
      const written = [...parseTold(reply, batch.length)].slice(isCutShort ? 1 : 0);
      const texts = new Map([...(before?.texts ?? []), ...written]);
      const faults = batch.flatMap((_, at): readonly PartFault[] => {
        const text = texts.get(at);
        const unread = text === undefined ? [] : findUnread(text);
        return text === undefined || unread.length > 0 ? [{ at, unread }] : [];
      });
      return {
        standing: faults.length === 0 ? 'clear' : 'refused',
        taken: { texts, faults },
        again: { role: 'user', content: renderFaults(faults) },
      };
    },
  });
  const unreadOf = new Map(taken.faults.map(({ at, unread }) => [at, unread]));
  const kept = [...taken.texts].map(
    ([at, text]) => [at, removeSentences(text, unreadOf.get(at) ?? [])] as const,
  );
  return new Map(kept.filter(([, text]) => text !== ''));
}
