// Found again: below a question that no model answers, lists earlier moments with words of the question.

import { Link } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import { isQuestion } from '../parts/is-question.ts';
import { renderShortDay } from '../parts/time-text.ts';
import { isExcerptOf } from './is-excerpt-of.ts';
import type { Talk, TalkMessage } from './talk.ts';

interface FoundAgainProps {
  readonly world: string;
  readonly talk: Talk;
  readonly asked: TalkMessage;
}

const shownMoments = 3;
/** The server refuses a longer query. */
const longestQuery = 500;

/** Renders nothing if the message is no question, or if nothing else with its words is found. */
export function FoundAgain({ world, talk, asked }: FoundAgainProps) {
  const { data } = useRoute(
    'GET /api/worlds/{world}/moments',
    { params: { world }, query: { q: asked.shown.slice(0, longestQuery) } },
    { isWanted: isQuestion(asked.shown) },
  );
  const found = (data?.moments ?? [])
    .filter(({ eventId, isBeside }) => eventId !== asked.id && !isBeside)
    // Whoever asks again is not helped by their own question.
    .filter(({ excerpt }) => !isExcerptOf(excerpt, asked.shown))
    .slice(0, shownMoments);
  if (!isQuestion(asked.shown) || found.length === 0) return null;
  return (
    <>
      <p>Said before, with these words:</p>
      <ul aria-label="Earlier moments">
        {found.map(({ eventId, excerpt, atMs }) => (
          <li key={eventId}>
            {renderShortDay(atMs, talk.timeZone, talk.nowMs)}:{' '}
            <Link to={`/${world}/remember#message-${eventId}`}>{excerpt}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
