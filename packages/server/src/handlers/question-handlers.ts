// Question handlers: a question about the story, answered from what is known at the reader's place.

import { readQuote } from '@terrarium/annotator/accounts';
import { askStory, type SaidAnswer, type StoryAnswer } from '@terrarium/annotator/ask-story';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import { searchStory } from '@terrarium/annotator/search-story';
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
  // What is asked of a model is noted in the world that it was asked of; the page shows from where it looks.
  const host = { ...desk.host, logsDir: undefined, notify: () => undefined };
  const { model, settings } = await openReading(host, { worldDir: world.dir, flags: {}, isTalk: true });
  const asked = isBuiltIn(model.id)
    ? undefined
    : { model, said: settings, patience: buildPatience(host, settings.retries) };
  const answers: Answer[] = [];
  await readFromPlace(host, { world: world.dir }, async ({ annotator, view }: Standing) => {
    const { question } = body;
    const budget = settings.contextBudget;
    const answer = await askStory(annotator, view, { question, asked, budget });
    answers.push({ ...buildAnswer(view, answer), passages: await findPassages(view, question, answer) });
  });
  return answers[0] as Answer;
}

const shownPassages = 5;

/** Something that is in no entry may still stand in the story. */
async function findPassages(
  view: WorldView,
  query: string,
  { entries, said }: StoryAnswer,
): Promise<Answer['passages']> {
  if (entries.length > 0 || (said?.sentences.length ?? 0) > 0) return [];
  const { passages } = await searchStory(view, { query, limit: shownPassages });
  return passages.map(({ position, threadTitle, text }) => {
    const { corpus, postId } = position;
    const threadId = view.corpora.get(corpus)?.findPost(postId)?.threadId;
    return { corpus, postId, threadId, threadTitle, text };
  });
}

/** Of each entry. */
const shownQuotes = 2;

function buildAnswer(view: WorldView, { entries, isNamed, said }: StoryAnswer): Omit<Answer, 'passages'> {
  return {
    entries: entries.map(({ id, term, definition, evidence }) => ({
      id,
      term,
      definition: stripLinks(definition),
      quotes: stripQuoteTitles(
        view.world,
        evidence.slice(0, shownQuotes).map((piece) => readQuote(view, piece)) as Quotes,
      ),
    })),
    isNamed,
    said: said === undefined ? null : buildSaid(view, said),
  };
}

type Quotes = Answer['entries'][number]['quotes'];

function buildSaid(view: WorldView, { model, sentences, quotes, leftOut }: SaidAnswer): Answer['said'] {
  return {
    model,
    sentences: sentences.map(({ text, quotes: at }) => ({ text: stripLinks(text), quotes: [...at] })),
    quotes: quotes.map(({ corpus, postId, threadTitle, text }) => {
      const threadId = view.corpora.get(corpus)?.findPost(postId)?.threadId;
      return { corpus, postId, threadId, threadTitle, text };
    }),
    leftOut,
  };
}
