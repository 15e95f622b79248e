// Tells the story so far: a model is asked to sum up the parts of a recap that have no summary yet.

import { askAndJudge } from '@terrarium/kernel/ask-and-judge';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { SceneId } from './context/message-log.ts';
import { removeSentences } from './context/remove-sentences.ts';
import { listSentenceLabels } from './corpus/list-sentence-labels.ts';
import type { GlossaryEntry } from './glossary/entry.ts';
import { isToldBy, narratorTag } from './glossary/is-told-by.ts';
import type { ToldSummary } from './inspect/collect-told.ts';
import {
  listUntold,
  paragraph,
  type Recap,
  type RecapPlace,
  readRecap,
  type UntoldPart,
} from './inspect/read-recap.ts';
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
  /** The maximum number of tokens in a prompt. */
  readonly budget: number;
  /** About how many words the whole recap will be cut to; undefined if it is not cut. */
  readonly words?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called for a part each time more of its text is ready, and again when its text is final. */
  readonly onTold?: ((part: ToldPart) => void) | undefined;
}

/** What is told of a part so far: complete sentences that name nothing unread. */
export interface ToldPart {
  /** Where the part begins. */
  readonly first: RecapPlace;
  readonly text: string;
}

/** A model is asked to write at least, and at most, about this many words for a part. */
const fewestWords = 40;
const mostWords = 250;
/** Tokens reserved in the prompt for each word that the reply may have. */
const tokensPerWord = 3;
/** The story text in a prompt is at least about this many times as long as the summary that is wanted of it. */
const leastOfStory = 4;
/** Tokens reserved for the instructions, and for what a second request adds. */
const tokensBeside = 1_200;
/** Tokens that an element adds to the text inside it. */
const tokensOfElement = 30;
/** At most this many prompts are sent, the newest parts first; older parts stay without a summary. */
const mostPrompts = 4;

/**
 * Reads a recap like `readRecap`, and asks a model to sum up the parts without a summary. The summaries of the model
 * are not stored. Throws the errors of asking a model, and `StorageError`.
 */
export async function askForRecap(
  annotator: Annotator,
  view: WorldView,
  question: RecapQuestion,
): Promise<Recap> {
  const told = new Map<SceneId, ToldSummary>();
  const narrators = [...view.stores.glossary.iterateEntries({ tags: [narratorTag] })];
  for (const batch of groupIntoPrompts(listUntold(annotator, view, question.corpus), question, narrators)) {
    const texts = await askForParts(annotator, view, { ...question, batch });
    for (const [at, text] of texts)
      for (const scene of batch[at]?.scenes ?? []) told.set(scene, { text, origin: 'asked' });
  }
  const recap = readRecap(annotator, view, question.corpus, told);
  if (told.size === 0) return recap;
  return { ...recap, asked: { model: question.asked.model.id, promptVersion: tellingVersion } };
}

interface PartToTell extends ShownPart, Pick<UntoldPart, 'scenes' | 'first'> {}

/**
 * Groups parts so that each group fits into one prompt, together with the reply: the newest group first. Parts that
 * would need more than `mostPrompts` groups are left out.
 */
function groupIntoPrompts(
  untold: readonly UntoldPart[],
  { budget, words }: RecapQuestion,
  narrators: readonly GlossaryEntry[],
): readonly (readonly PartToTell[])[] {
  const room = budget - tokensBeside;
  const groups: PartToTell[][] = [];
  let left = 0;
  for (const { scenes, first, share, readSentences } of untold.toReversed()) {
    const sentences = readSentences();
    if (sentences.length === 0) continue;
    const wanted = Math.max(fewestWords, share * (words ?? Infinity));
    const wordsOfPart = Math.round(Math.min(mostWords, wanted, room / tokensPerWord / leastOfStory));
    const beside = wordsOfPart * tokensPerWord + tokensOfElement;
    const text = joinSentences(sentences, Math.max(1, room - beside));
    const cost = estimateTokens(text) + beside;
    if (cost > left) {
      if (groups.length === mostPrompts) break;
      groups.push([]);
      left = room;
    }
    const { threadTitle } = first;
    const teller = narrators.find((one) => isToldBy(one, narrators, threadTitle ?? ''))?.term;
    groups.at(-1)?.unshift({ scenes, first, threadTitle, teller, words: wordsOfPart, text });
    left -= cost;
  }
  return groups;
}

/** The text with its paragraphs if it fits, otherwise some of its sentences in one paragraph. */
function joinSentences(sentences: readonly string[], maxTokens: number): string {
  const whole = sentences.join(' ').replaceAll(` ${paragraph}`, paragraph).trim();
  return estimateTokens(whole) <= maxTokens ? whole : cutSentences(sentences, maxTokens);
}

interface PartsQuestion extends RecapQuestion {
  readonly batch: readonly PartToTell[];
}

interface TakenParts {
  readonly texts: ReadonlyMap<number, string>;
  readonly faults: readonly PartFault[];
}

/** Returns the texts by the index of their part, without sentences that name something unread. */
async function askForParts(
  annotator: Annotator,
  view: WorldView,
  { batch, asked, signal, onTold }: PartsQuestion,
): Promise<ReadonlyMap<number, string>> {
  const check = openUnreadCheck(annotator, view);
  const known = batch.map(({ text }) => text);
  const findUnread = (text: string) => check?.listUnread(text, known) ?? [];
  const { taken } = await askAndJudge<TakenParts>(asked, {
    messages: renderParts(batch),
    maxOutputTokens: batch.reduce((sum, { words }) => sum + words * tokensPerWord, 0),
    temperature: 0,
    signal,
    onArrival: onTold && buildArrival({ batch, onTold, findUnread }),
    judge: (reply, before, isCutShort) => {
      // The part that was written last comes first. If the reply was cut off, that part is incomplete.
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
  announce({ batch, onTold }, kept);
  return new Map(kept.filter(([, text]) => text !== ''));
}

interface Arrival extends Pick<PartsQuestion, 'batch'> {
  readonly onTold: (part: ToldPart) => void;
  findUnread(text: string): readonly string[];
}

/** Returns a function that takes the reply received so far and announces what is new in it. */
function buildArrival({ batch, onTold, findUnread }: Arrival): (soFar: string) => void {
  const written = new Map<number, string>();
  return (soFar) => {
    const told = [...parseTold(soFar, batch.length)].map(
      // Only the part that was begun last may still end in the middle of a sentence.
      ([at, text], since): readonly [number, string] => [at, since === 0 ? cutOpenSentence(text) : text],
    );
    const news = told.filter(([at, text]) => text !== '' && written.get(at) !== text);
    for (const [at, text] of news) written.set(at, text);
    announce(
      { batch, onTold },
      news.map(([at, text]) => [at, removeSentences(text, findUnread(text))]),
    );
  };
}

function cutOpenSentence(text: string): string {
  const open = listSentenceLabels(text).at(-1);
  return open === undefined ? '' : text.slice(0, open.start).trimEnd();
}

function announce(
  { batch, onTold }: Pick<PartsQuestion, 'batch' | 'onTold'>,
  texts: readonly (readonly [number, string])[],
): void {
  for (const [at, text] of texts) {
    const first = batch[at]?.first;
    if (first !== undefined) onTold?.({ first, text });
  }
}
