// Story page: shows the story for reading; the card of a name tells what is known where the name stands.

import { Link, Navigate, useLocation, useParams } from 'react-router';
import { buildContentsQuestion } from '../client/first-questions.ts';
import { useRoute } from '../client/use-route.ts';
import { NoStory } from '../home/no-story.tsx';
import { Awaited, Message } from '../parts/message.tsx';
import { Chapter } from './chapter.tsx';
import type { Contents } from './contents.ts';

export function StoryPage() {
  const { world = '', corpus, thread } = useParams();
  const { search } = useLocation();
  const { data, error } = useRoute(...buildContentsQuestion(world));
  const none = (
    <NoStory
      world={world}
      shows="A story is read here chapter by chapter, and each name in it opens a card with what is known of it so far."
    />
  );
  if (data === undefined) return <Awaited failure={error} what="the story" empty={none} />;
  const named = data.stories.find((one) => one.corpus === corpus);
  const story = corpus === undefined ? data.stories[0] : named;
  if (story === undefined && data.stories.length > 0) {
    return (
      <Message title="This world has no such story">
        <p>
          <Link to={`/${world}`}>See its stories</Link>
        </p>
      </Message>
    );
  }
  if (story === undefined) return none;
  const index = story.chapters.findIndex(({ threadId }) => String(threadId) === thread);
  const chapter = story.chapters[index];
  if (chapter === undefined && thread !== undefined && story.chapters.length > 0) {
    return (
      <Message title="This story has no such chapter">
        <p>
          <Link to={`/${world}/read/${story.corpus}`}>Go to where you are in it</Link>
        </p>
      </Message>
    );
  }
  if (chapter === undefined) {
    const start = findStart(data, corpus);
    return start === undefined ? (
      <Message title="This story has no chapters" />
    ) : (
      <Navigate to={`/${world}/read/${start.corpus}/${start.threadId}${search}`} replace />
    );
  }
  return (
    <Chapter
      key={`${chapter.corpus} ${chapter.threadId}`}
      world={world}
      contents={data}
      story={story}
      index={index}
    />
  );
}

/**
 * Finds the chapter where the reader left this story or, if no story is given, the story that they read last; otherwise
 * the first chapter.
 */
function findStart({ stories, standing, readOn }: Contents, corpus: string | undefined) {
  const { point, others } = standing;
  // A place that was typed in has no sentence: then reading goes on after everything that the place includes.
  const here = point ?? readOn;
  const left = corpus === undefined ? here : [here, ...others].find((one) => one?.corpus === corpus);
  const wanted = corpus === undefined ? stories : stories.filter((one) => one.corpus === corpus);
  const chapters = wanted.flatMap((one) => one.chapters);
  return chapters.find((one) => one.corpus === left?.corpus && one.threadId === left.threadId) ?? chapters[0];
}
