// Fragments page: lists the fragments that were compiled from the talk, the newest changes first.

import { useDeferredValue, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { buildMindsQuestion, buildTalkQuestion } from '../client/first-questions.ts';
import { useRoute } from '../client/use-route.ts';
import { countOf } from '../parts/count-of.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { nameFragment } from '../parts/name-fragment.ts';
import { Page } from '../parts/page.tsx';
import { renderShortDay } from '../parts/time-text.ts';
import { useKeys } from '../parts/use-keys.ts';
import { AwaitedMemory } from './awaited-memory.tsx';
import styles from './fragments-page.module.css';
import pages from './page.module.css';
import { RememberNav } from './remember-nav.tsx';
import { renderFragmentLine } from './render-fragment-line.ts';

export function FragmentsPage() {
  const { world = '' } = useParams();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  const { data, error } = useRoute(
    'GET /api/worlds/{world}/fragments',
    { params: { world }, query: { q: useDeferredValue(text) } },
    { keepsLast: true },
  );
  if (data === undefined) return <AwaitedMemory world={world} failure={error} what="the fragments" />;
  return (
    <>
      <RememberNav world={world} />
      <Page>
        <h1>Fragments</h1>
        <p className={pages['lead']}>
          Fragments are short texts about one subject each, compiled from your talks. Each shows the moments
          it is based on, and comes to mind by itself when you say something related.
        </p>
        {data.total === 0 && text === '' ? (
          <Nothing world={world} />
        ) : (
          <input
            ref={field}
            className={styles['field']}
            type="search"
            placeholder="Search fragments"
            aria-label="Search fragments"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <ul className={styles['list']}>
          {data.fragments.map(({ key, ambient, sources, updatedAtMs, isApproved }) => (
            <li key={key}>
              <Link to={`/${world}/remember/fragments/${key}`}>
                <b>{insertTextHyphens(nameFragment(key))}</b>
                <span className={styles['facts']}>
                  {joinFacts([
                    // A fragment written by hand is based on nothing that was said.
                    ...(sources === 0 ? [] : [countOf(sources, 'moment')]),
                    renderShortDay(updatedAtMs, data.timeZone),
                    ...(isApproved ? ['approved'] : []),
                  ])}
                </span>
                <p>{insertTextHyphens(renderFragmentLine(ambient))}</p>
              </Link>
            </li>
          ))}
        </ul>
        {text !== '' && data.total === 0 ? (
          <p className={pages['quiet']}>No fragment contains these words.</p>
        ) : null}
        {data.total > data.fragments.length ? (
          <p className={pages['quiet']}>
            {data.fragments.length} of {countOf(data.total, 'fragment')} are shown: search for the others.
          </p>
        ) : null}
      </Page>
    </>
  );
}

/**
 * Says that there is no fragment yet, and leads to what the person can do: decide on what is proposed, look for what is
 * worth keeping, or talk.
 */
function Nothing({ world }: { readonly world: string }) {
  const { data } = useRoute(...buildMindsQuestion(world));
  const waiting = data?.proposals ?? 0;
  const talk = useRoute(...buildTalkQuestion(world)).data;
  const isSilent = talk !== undefined && talk.messages.length === 0;
  if (isSilent && waiting === 0)
    return (
      <p>
        There is no fragment yet.{' '}
        <Link className={pages['link']} to={`/${world}/remember`}>
          Talk, or bring in a chat
        </Link>
        .
      </p>
    );
  return (
    <p>
      There is no fragment yet.{' '}
      <Link className={pages['link']} to={`/${world}/remember/keeping`}>
        {waiting === 0
          ? 'Look for what is worth keeping'
          : `Decide on ${countOf(waiting, 'proposed change')}`}
      </Link>
      .
    </p>
  );
}
