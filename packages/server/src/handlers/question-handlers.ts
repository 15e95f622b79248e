// Question handlers: answer a question about the story, or tell the story so far, from what is known at the reader's place.

import { askForRecap, type ToldPart } from '@terrarium/annotator/ask-for-recap';
import { askStory, type SaidAnswer, type StoryAnswer } from '@terrarium/annotator/ask-story';
import { cutRecap, usualRecapWords } from '@terrarium/annotator/cut-recap';
import { nameChapter } from '@terrarium/annotator/name-chapter';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import { readQuote } from '@terrarium/annotator/read-quote';
import { isSummedUp, type Recap, readRecap } from '@terrarium/annotator/read-recap';
import { unexplained } from '@terrarium/annotator/salience';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { refuseUnread } from '@terrarium/composition/annotator-world';
import { buildRecap } from '@terrarium/composition/build-glossary';
import { type Answering, openAnswering } from '@terrarium/composition/open-answering';
import { readFromPlace, type Standing } from '@terrarium/composition/standing';
import { isThere } from '@terrarium/kernel/is-there';
import type { RouteAnswer, RouteInput } from '@terrarium/protocol/routes';
import { nameTold } from '../running/open-recaps.ts';
import type { Desk } from '../shelf/desk.ts';
import type { ServerHost } from '../shelf/server-host.ts';
import { stripQuoteTitles } from '../shelf/strip-quote-titles.ts';
import type { Handlers } from './handler.ts';

type Answer = RouteAnswer<'POST /api/worlds/{world}/questions'>;

type ToldStory = RouteAnswer<'GET /api/worlds/{world}/recap'>;

export const questionHandlers: Handlers<'question'> = {
  'POST /api/worlds/{world}/questions': answerQuestion,
  'GET /api/worlds/{world}/recap': async (desk, { params, query }) =>
    await summariseStory(openRead(desk, params.world), query),
  'POST /api/worlds/{world}/recap': async (desk, { params, body }, signal) => {
    const read = openRead(desk, params.world);
    const answering = await openAnsweringOf(read);
    const telling = desk.recaps.start(nameTold(read.world.dir, body.corpus));
    const onTold = ({ first: { corpus, postId }, text }: ToldPart) =>
      telling.add({ corpus, postId, text: stripLinks(text) });
    try {
      return await summariseStory(read, { ...body, answering, signal, onTold });
    } finally {
      telling.finish();
    }
  },
};

interface Read extends Pick<WorldView, 'world'> {
  readonly host: ServerHost;
}

/** Throws `UsageError` if nothing was read for the glossary. */
function openRead({ host, shelf }: Desk, key: string): Read {
  const { world } = shelf.require(key);
  if (!isThere(world.annotatorPath)) throw refuseUnread(world);
  // A copy, so that `openReading` does not set `logsDir` of the host that all worlds share. Nothing is announced: the
  // page shows the reader's place.
  return { world, host: { ...host, logsDir: undefined, notify: () => undefined } };
}

async function openAnsweringOf({ world, host }: Read, withoutModel = false): Promise<Answering> {
  const flags = withoutModel ? { model: 'builtin' } : {};
  return await openAnswering(host, { worldDir: world.dir, flags, isTalk: true });
}

async function answerQuestion(
  desk: Desk,
  { params, body }: RouteInput<'POST /api/worlds/{world}/questions'>,
  signal: AbortSignal,
): Promise<Answer> {
  const read = openRead(desk, params.world);
  const { question, withoutModel = false } = body;
  const answering = await openAnsweringOf(read, withoutModel);
  return await readAtOwnPlace(read, undefined, async ({ annotator, view, place }) => {
    const answer = await askStory(annotator, view, {
      ...answering,
      question,
      signal,
      isOwnPlace: true,
    });
    return { asOf: place ?? null, ...buildAnswer(view, answer) };
  });
}

async function readAtOwnPlace<Result>(
  { world, host }: Read,
  corpus: string | undefined,
  look: (standing: Standing) => Promise<Result>,
): Promise<Result> {
  const found: Result[] = [];
  await readFromPlace(host, { world: world.dir, corpus }, async (standing) => {
    found.push(await look(standing));
  });
  return found[0] as Result;
}

interface Telling {
  readonly corpus?: string | undefined;
  /** The model that sums up parts without a summary; if undefined, these parts get none. */
  readonly answering?: Answering;
  readonly signal?: AbortSignal;
  readonly onTold?: (part: ToldPart) => void;
}

async function summariseStory(
  read: Read,
  { corpus, answering, signal, onTold }: Telling,
): Promise<ToldStory> {
  return await readAtOwnPlace(read, corpus, async ({ annotator, view, place }) => {
    const stored = readRecap(annotator, view, corpus);
    const isWhole = isSummedUp(stored);
    const asked = isWhole ? undefined : answering?.asked;
    const words = usualRecapWords;
    const recap =
      asked === undefined || answering === undefined
        ? stored
        : // A person who waits is told of a failure at once, and can ask again.
          await askForRecap(annotator, view, {
            ...answering,
            asked: { ...asked, patience: undefined },
            corpus,
            words,
            signal,
            onTold,
          });
    return { ...buildTold(view, cutRecap(recap, words), place), isSummedUp: isWhole };
  });
}

function buildTold(view: WorldView, recap: Recap, place: string | undefined): Omit<ToldStory, 'isSummedUp'> {
  const told = buildRecap(recap, place);
  const namePlace = (at: RecapPlace): RecapPlace => ({
    ...at,
    threadTitle: at.threadTitle && nameChapter(view, at.corpus, at.threadTitle),
  });
  return {
    ...told,
    parts: told.parts.map(({ first, last, summary, noted, ...part }) => ({
      ...part,
      first: namePlace(first),
      last: namePlace(last),
      summary: summary && { ...summary, text: stripLinks(summary.text) },
      noted: noted.map((entry) => ({ ...entry, definition: stripLinks(entry.definition) })),
    })),
  };
}

type RecapPlace = ToldStory['parts'][number]['first'];

const shownQuotes = 2;

function buildAnswer(
  view: WorldView,
  { entries, isNamed, said, passages }: StoryAnswer,
): Omit<Answer, 'asOf'> {
  return {
    entries: entries.map(({ id, term, definition, tags, evidence }) => ({
      id,
      term,
      definition: stripLinks(definition),
      isUnexplained: tags.includes(unexplained),
      quotes: stripQuoteTitles(
        view.world,
        evidence.slice(0, shownQuotes).map((piece) => readQuote(view, piece)) as Quotes,
      ),
    })),
    isNamed,
    said: said === undefined ? null : buildSaid(view, said),
    passages: passages.map((quote) => buildSource(view, quote)),
  };
}

type Quotes = Answer['entries'][number]['quotes'];

function buildSaid(view: WorldView, { model, sentences, quotes, leftOut }: SaidAnswer): Answer['said'] {
  return {
    model,
    sentences: sentences.map(({ text, quotes: at }) => ({ text: stripLinks(text), quotes: [...at] })),
    quotes: quotes.map((quote) => buildSource(view, quote)),
    leftOut,
  };
}

function buildSource(
  view: WorldView,
  { corpus, postId, threadId, threadTitle, text }: ShownQuote,
): Answer['passages'][number] {
  const title = threadTitle && nameChapter(view, corpus, threadTitle);
  return { corpus, postId, threadId, threadTitle: title, text };
}

type ShownQuote = StoryAnswer['passages'][number];
