// Story page: the story itself, set for long reading, with a card for each name as it is known at that sentence.

import { Navigate, useLocation, useParams } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import { Awaited, Message } from '../parts/message.tsx';
import { Chapter } from './chapter.tsx';
import type { Contents } from './contents.ts';

export function StoryPage() {
  const { world = '', corpus, thread } = useParams();
  const { search } = useLocation();
  const { data, error } = useRoute('GET /api/worlds/{world}/contents', { params: { world } });
  if (data === undefined) return <Awaited failure={error} what="the story" />;
  const story = data.stories.find((one) => one.corpus === corpus) ?? data.stories[0];
  if (story === undefined) {
    return (
      <Message title="There is no story here yet">
        <p>
          Bring one in with <code>terrarium import FILE</code>: an EPUB, a text, saved pages, a chat.
        </p>
      </Message>
    );
  }
  const index = story.chapters.findIndex(({ threadId }) => String(threadId) === thread);
  const chapter = story.chapters[index];
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

/** Where the reader left off, in this story or in any; else its first chapter. */
function findStart({ stories, standing }: Contents, corpus: string | undefined) {
  const wanted = corpus === undefined ? stories : stories.filter((one) => one.corpus === corpus);
  const { point, place } = standing;
  const chapters = wanted.flatMap((one) => one.chapters);
  const reached = place === null ? undefined : chapters.findLast(({ title }) => title !== undefined);
  const here = point !== undefined && wanted.some((one) => one.corpus === point.corpus);
  return (here || reached !== undefined ? reached : undefined) ?? chapters[0];
}
