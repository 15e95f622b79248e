// Newest change: says what was accepted or written last, and lets the person undo it, and after that the change before it.

import { Fragment } from 'react';
import { Link } from 'react-router';
import { useChange } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import { nameFragment } from '../parts/name-fragment.ts';
import { renderShortDay } from '../parts/time-text.ts';
import type { Keeping } from './describe-run.ts';
import pages from './page.module.css';

interface NewestChangeProps {
  readonly world: string;
  readonly newest: NonNullable<Keeping['newest']>;
  readonly timeZone: string;
  readonly onDone: (says: string) => void;
}

const shownFragments = 3;

export function NewestChange({ world, newest, timeZone, onDone }: NewestChangeProps) {
  const revert = useChange('POST /api/worlds/{world}/keeping/revert', ({ left }) =>
    onDone(['Undone.', ...left].join(' ')),
  );
  const { run, atMs, fragments, others } = newest;
  const more = fragments.length - shownFragments;
  return (
    <>
      <p className={pages['quiet']}>
        Changed last, on {renderShortDay(atMs, timeZone)}:{' '}
        {fragments.slice(0, shownFragments).map((key, at) => (
          <Fragment key={key}>
            {at === 0 ? '' : ', '}
            <Link className={pages['link']} to={`/${world}/remember/fragments/${key}`}>
              {insertTextHyphens(nameFragment(key))}
            </Link>
          </Fragment>
        ))}
        {fragments.length === 0 ? 'something held in mind' : ''}
        {more > 0 ? ` and ${more} more` : ''}
        {fragments.length > 0 && others > 0 ? ', and what was accepted with it' : ''}
        <span className={pages['screen']}>
          {'\u00A0· '}
          <ActButton
            className={pages['link']}
            isOff={revert.isPending}
            onClick={() => revert.mutate({ params: { world }, body: { run } })}
          >
            Undo that
          </ActButton>
        </span>
      </p>
      {revert.error === null ? null : <FailureNote failure={revert.error} />}
    </>
  );
}
