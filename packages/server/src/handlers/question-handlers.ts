// Question handlers: answer a question about the story from what is known at the reader's place, or from all that was read.

import { askStory, type SaidAnswer, type StoryAnswer } from '@terrarium/annotator/ask-story';
import { nameChapter } from '@terrarium/annotator/name-chapter';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import { readQuote } from '@terrarium/annotator/read-quote';
import { unexplained } from '@terrarium/annotator/salience';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { refuseUnread } from '@terrarium/composition/annotator-world';
import { buildPatience } from '@terrarium/composition/choose-model';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import { openReading } from '@terrarium/composition/open-reading';
import { readFromPlace, type Standing } from '@terrarium/composition/standing';
import { isThere } from '@terrarium/kernel/is-there';
import type { RouteAnswer, RouteInput } from '@terrarium/protocol/routes';
import type { Desk } from '../shelf/desk.ts';
import { stripQuoteTitles } from '../shelf/strip-quote-titles.ts';
import type { Handlers } from './handler.ts';

type Answer = RouteAnswer<'POST /api/worlds/{world}/questions'>;

export const questionHandlers: Pick<Handlers, 'POST /api/worlds/{world}/questions'> = {
  'POST /api/worlds/{world}/questions': answerQuestion,
};

async function answerQuestion(
  desk: Desk,
  { params, body }: RouteInput<'POST /api/worlds/{world}/questions'>,
): Promise<Answer> {
  const { world } = desk.shelf.require(params.world);
  if (!isThere(world.annotatorPath)) throw refuseUnread(world);
  // Questions to a model are logged in their world. Nothing is announced: the page shows the reader's place.
  const host = { ...desk.host, logsDir: undefined, notify: () => undefined };
  const { model, settings } = await openReading(host, { worldDir: world.dir, flags: {}, isTalk: true });
  const asked = isBuiltIn(model.id)
    ? undefined
    : { model, said: settings, patience: buildPatience(host, settings.retries) };
  const answers: Answer[] = [];
  await readFromPlace(host, { world: world.dir }, async ({ annotator, view, place }: Standing) => {
    const { question } = body;
    const budget = settings.contextBudget;
    const answer = await askStory(annotator, view, { question, asked, budget, isOwnPlace: true });
    answers.push({ asOf: place ?? null, ...buildAnswer(view, answer) });
  });
  return answers[0] as Answer;
}

/** How many quotes of each entry are shown. */
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
