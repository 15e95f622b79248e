// Answers a question about the story up to a place: a model answers from quotes; without one, entries and sentences are listed.

import { askAndJudge } from '@terrarium/kernel/ask-and-judge';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import { filterFitting } from '@terrarium/kernel/filter-fitting';
import { type AnswerSentence, type CheckedAnswer, checkAnswer, isClear } from './asking/check-answer.ts';
import { collectBeside, collectStory } from './asking/collect-story.ts';
import {
  type FoundEntries,
  findEntries,
  findFurther,
  listNamesBeside,
  listRelated,
} from './asking/find-entries.ts';
import { findOtherName } from './asking/find-other-name.ts';
import {
  type Fault,
  type Material,
  questionVersion,
  renderObjection,
  renderQuestion,
  type ShownQuote,
} from './asking/render-question.ts';
import { measureText } from './corpus/measure-text.ts';
import { findInStory } from './find-in-story.ts';
import { findNearPassages, isOpen, listTellers } from './find-near-passages.ts';
import type { GlossaryEntry } from './glossary/entry.ts';
import { readFirstWords } from './glossary/first-words.ts';
import { stripLinks } from './glossary/strip-links.ts';
import { type QuoteAccount, readQuote } from './inspect/read-quote.ts';
import type { Annotator } from './journal/open-annotator.ts';
import type { WorldView } from './moments/open-world-view.ts';
import { openUnreadCheck } from './open-unread-check.ts';
import { type FoundPassage, type StorySearch, searchStory } from './search-story.ts';

export interface StoryQuestion {
  readonly question: string;
  readonly corpus?: string | undefined;
  /**
   * Whether the view is at the reader's own place. The view then ends with the last scene that they have finished, but
   * sentences are also found after that scene, up to the one where the reader left the story.
   */
  readonly isOwnPlace?: boolean | undefined;
  /** If undefined, no model is asked: the answer has entries and passages. */
  readonly asked?: AskedModel | undefined;
  /** The maximum number of tokens in the prompt. */
  readonly budget?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface StoryAnswer {
  /** The entries that the question is about, best first. */
  readonly entries: readonly GlossaryEntry[];
  /** Whether the question names these entries. If not, they are the entries whose words are closest to the question. */
  readonly isNamed: boolean;
  readonly said: SaidAnswer | undefined;
  /** If no model answered: the sentences of the story that most likely answer the question, best first. */
  readonly passages: readonly ShownQuote[];
}

export interface SaidAnswer {
  readonly model: string;
  readonly promptVersion: string;
  /**
   * Each sentence points to quotes by their index in `quotes`. Empty if the model does not know, or said nothing that
   * may be shown.
   */
  readonly sentences: readonly AnswerSentence[];
  /** The quotes that the sentences point to, in the order in which the sentences point to them. */
  readonly quotes: readonly ShownQuote[];
  /**
   * How many sentences were left out, because they pointed to no quote, named something that is unread, or had a name
   * without support.
   */
  readonly leftOut: number;
}

const mostPassages = 12;
/** The maximum number of passages that a model is shown because they are near a name and have words of the question. */
const mostTold = 8;
const mostToldOfPart = 2;
/** How many passages with words of the definitions are shown if the question only asks who or what something is. */
const mostRetold = 4;
/**
 * The answer is often in a sentence beside the one that was found. So its neighbours are shown too, up to this many
 * characters, or fewer if the budget is small.
 */
const mostBeside = 400;
/** The maximum number of passages that are shown without a model: as many as a person reads at a glance. */
const mostNear = 5;
/**
 * About how many quotes all entries get together: the fewer entries are asked about, the more quotes each of them gets.
 */
const quotesOfEntries = 16;
const fewestQuotesOfEntry = 4;
const quotesOfFurther = 2;
const replyTokens = 700;
/**
 * A story of at most this length, as `measureText` measures it, is shown whole if the budget has room for it. Longer
 * prompts would make a local model slow.
 */
const longestStory = 48_000;
/** At most this many characters next to the quotes are shown too, if the budget has room. */
const mostBesideQuotes = 12_000;
/**
 * In any script, this many characters, as `measureText` counts them, take at most about one token. Two thirds of the
 * budget are for quotes and definitions; the rest is for instructions, names and relations, and for the reply.
 */
const charactersPerToken = 3;
const shareOfQuotes = 2 / 3;
const usualBudget = 8_000;

/** Throws the errors of asking a model, and `StorageError`. */
export async function askStory(
  annotator: Annotator,
  view: WorldView,
  wanted: StoryQuestion,
): Promise<StoryAnswer> {
  const found = findEntries(view, wanted);
  const said =
    wanted.question.trim() === '' ? undefined : await findSaid(annotator, view, { ...wanted, ...found });
  const isAnswered = said !== undefined && said.sentences.length > 0;
  return {
    ...found,
    said,
    passages: isAnswered ? [] : await listNear(annotator, view, { ...wanted, ...found }),
  };
}

type Looked = StoryQuestion & FoundEntries;

async function findSaid(
  annotator: Annotator,
  view: WorldView,
  wanted: Looked,
): Promise<SaidAnswer | undefined> {
  const { asked, budget = usualBudget, entries, isNamed } = wanted;
  if (asked === undefined) return undefined;
  const relations = isNamed ? listRelated(view, entries) : [];
  const further = isNamed ? findFurther(view, wanted, entries) : [];
  const about = [...entries, ...further];
  const related = relations.map(({ to }) => to).filter(({ id }) => !about.some((one) => one.id === id));
  const room = budget * charactersPerToken * shareOfQuotes;
  const definitions = [...about, ...related].reduce((sum, one) => sum + measureText(one.definition), 0);
  const collected =
    collectStory(view, wanted.corpus, Math.min(longestStory, room - definitions)) ??
    (await collectQuotes(view, { ...wanted, further, relations }, room));
  const all = [...about, ...related, ...listTellers(view, collected)];
  const shown = [...new Map(all.map((entry) => [entry.id, entry])).values()];
  const fitting = addBeside(view, cutMaterial({ entries: shown, relations, quotes: collected }, room), room);
  if (fitting.quotes.length === 0) return undefined;
  return await askModelAbout(annotator, view, { ...wanted, asked, material: fitting });
}

/**
 * Lists sentences about the entries that the question names. If no entry is named by the question or close to it,
 * lists sentences that have words of the question.
 */
async function listNear(
  annotator: Annotator,
  view: WorldView,
  { question, corpus, isOwnPlace = false, entries, isNamed }: Looked,
): Promise<readonly ShownQuote[]> {
  if (question.trim() === '') return [];
  if (isNamed) return findNearPassages(view, { question, entries, corpus, limit: mostNear }).map(toQuote);
  if (entries.length > 0) return [];
  const { passages } = await searchStory(view, {
    query: question,
    isQuestion: true,
    limit: mostNear,
    corpus,
  });
  if (passages.length > 0 || !isOwnPlace) return passages.map(toQuote);
  return findInStory(annotator, view, { words: question, limit: mostNear, corpus }).map(toQuote);
}

function toQuote({ position, threadTitle, author, text }: FoundPassage): ShownQuote {
  const { corpus, postId, threadId } = position;
  return { corpus, postId, threadId, threadTitle, author, text };
}

interface Collecting extends Looked, Pick<Material, 'relations'> {
  /** Entries that the question does not name, but that may bear on it. */
  readonly further: readonly GlossaryEntry[];
}

/**
 * Three kinds of quotes, in this order: those of the entries and of their relations; sentences with words of the
 * question near names of the entries; and what a search of the story for the question finds.
 */
async function collectQuotes(
  view: WorldView,
  { question, corpus, isNamed, entries, further, relations }: Collecting,
  room: number,
): Promise<readonly ShownQuote[]> {
  const perEntry = Math.max(fewestQuotesOfEntry, Math.floor(quotesOfEntries / Math.max(1, entries.length)));
  const list = (some: readonly GlossaryEntry[], most: number) =>
    some.flatMap(({ evidence }) =>
      evidence
        .filter((piece) => corpus === undefined || piece.corpus === corpus)
        .slice(0, most)
        .flatMap((piece) => buildShownQuote(readQuote(view, piece))),
    );
  const ofEntries = [...list(entries, perEntry), ...list(further, quotesOfFurther)];
  const ofRelations = relations
    .filter(({ evidence }) => corpus === undefined || evidence.corpus === corpus)
    .flatMap(({ evidence }) => buildShownQuote(readQuote(view, evidence)));
  const withBeside = Math.min(mostBeside, room / mostPassages);
  const near = {
    question,
    entries,
    corpus,
    limit: mostTold,
    perPart: mostToldOfPart,
    withBeside,
    withDefinitions: true,
  };
  const told = isNamed ? findNearPassages(view, near) : [];
  const search = { query: question, isQuestion: true, limit: mostPassages, corpus, withBeside };
  const { passages } = await searchStory(view, search);
  const retold = isNamed && isOpen(question, entries) ? await findRetold(view, entries, search) : [];
  const found = [...ofRelations, ...[...told, ...retold, ...passages].map(toQuote)];
  return filterContained([...cutQuotes(ofEntries, room / 2), ...found]);
}

/** Sentences that say what the definitions of the entries say, also far from their names. */
async function findRetold(
  view: WorldView,
  entries: readonly GlossaryEntry[],
  search: StorySearch,
): Promise<readonly FoundPassage[]> {
  const query = entries.map(({ definition }) => stripLinks(definition)).join(' ');
  const { passages } = await searchStory(view, { ...search, query, limit: mostRetold });
  return passages;
}

/** Leaves out empty quotes, and those whose words stand in another quote of the same post. */
function filterContained(quotes: readonly ShownQuote[]): readonly ShownQuote[] {
  const all = quotes
    .map((quote) => ({ ...quote, text: quote.text.trim() }))
    .filter(({ text }) => text !== '');
  return all.filter(({ corpus, postId, text }, at) =>
    all.every((other, place) => {
      const isSamePost = other.corpus === corpus && other.postId === postId;
      if (place === at || !isSamePost || !other.text.includes(text)) return true;
      return other.text === text && at < place;
    }),
  );
}

const longestBeside = 200;

/** The quote where it stands in the story now; none if only an earlier version has it. */
function buildShownQuote({ evidence, anchor, ...rest }: QuoteAccount): readonly ShownQuote[] {
  if (anchor.at === 'former') return [];
  const { corpus, quote } = evidence;
  const { threadId, threadTitle, author, before = '', after = '' } = rest;
  const { postId } = anchor.at === 'moved' ? anchor.post : evidence;
  const text = `${before.slice(-longestBeside)}${quote}${after.slice(0, longestBeside)}`
    .toWellFormed()
    .trim();
  return [{ corpus, postId, threadId, threadTitle, author, text }];
}

/** The material with its first quotes, as many as fit into `room` along with the definitions. */
function cutMaterial({ entries, relations, quotes }: Material, room: number): Material {
  const left = room - entries.reduce((sum, { definition }) => sum + measureText(definition), 0);
  return { entries, relations, quotes: cutQuotes(quotes, left) };
}

/** Adds what stands beside the quotes, as far as `room` is left: the answer is often next to what was found. */
function addBeside(view: WorldView, material: Material, room: number): Material {
  const { entries, quotes } = material;
  const texts = [...entries.map(({ definition }) => definition), ...quotes.map(({ text }) => text)];
  const left = room - texts.reduce((sum, text) => sum + measureText(text), 0);
  const beside = collectBeside(view, quotes, Math.min(mostBesideQuotes, left));
  return { ...material, quotes: [...quotes, ...beside] };
}

/** The quotes for which `room` is left, the first ones before others. */
function cutQuotes(quotes: readonly ShownQuote[], room: number): readonly ShownQuote[] {
  return filterFitting(quotes, room, ({ text }) => measureText(text));
}

interface Asking extends StoryQuestion {
  readonly asked: AskedModel;
  readonly material: Material;
}

async function askModelAbout(annotator: Annotator, view: WorldView, asking: Asking): Promise<SaidAnswer> {
  const { asked, material, question, signal } = asking;
  const rules = { quotes: material.quotes.length, findFault: buildFaultCheck(annotator, view, asking) };
  const { taken } = await askAndJudge<CheckedAnswer>(asked, {
    messages: renderQuestion(material, question),
    maxOutputTokens: replyTokens,
    temperature: 0,
    signal,
    judge: (reply) => {
      const judged = checkAnswer(reply, rules);
      return {
        standing: isClear(judged) ? 'clear' : 'refused',
        taken: judged,
        again: { role: 'user', content: renderObjection(judged.wrong) },
      };
    },
  });
  const used = [...new Set(taken.sentences.flatMap(({ quotes }) => quotes))];
  return {
    model: asked.model.id,
    promptVersion: questionVersion,
    sentences: taken.sentences.map(({ text, quotes }) => ({
      text,
      quotes: quotes.map((at) => used.indexOf(at)),
    })),
    quotes: used.flatMap((at) => material.quotes[at] ?? []),
    leftOut: taken.wrong.length,
  };
}

/**
 * Finds what is wrong with a sentence of an answer: it names something that is unread at the place, or it has a name
 * that is nowhere in what was shown: not in the question, the entries or its quotes, and not among the names of entries
 * in the posts of its quotes. Names can be told only in an English story whose capitals mark them; in other stories,
 * only what is unread is looked for.
 */
function buildFaultCheck(
  annotator: Annotator,
  view: WorldView,
  { material: { entries, quotes }, question }: Asking,
): (text: string, pointed: readonly number[]) => Fault | undefined {
  const check = openUnreadCheck(annotator, view);
  if (check === undefined) return () => undefined;
  const given = [
    question,
    ...entries.flatMap(({ term, aliases, definition }) => [term, ...aliases, definition]),
  ];
  const known = [...given, ...quotes.map(({ text }) => text)];
  const { isEnglish, hasNameCapitals } = readFirstWords(check.corpus);
  return (text, pointed) => {
    const unread = check.listUnread(text, known);
    if (unread.length > 0) return { why: 'unread', words: unread };
    if (!isEnglish || !hasNameCapitals) return undefined;
    const cited = pointed.flatMap((at) => quotes[at] ?? []);
    const words = [...given, ...cited.map((quote) => quote.text)];
    if (findOtherName(text, words) === undefined) return undefined;
    const other = findOtherName(text, [...words, ...listNamesBeside(view, cited)]);
    return other === undefined ? undefined : { why: 'unnamed', words: [other] };
  };
}
