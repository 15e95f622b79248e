// Message: what a page shows if it has nothing else to show, such as a failure.

import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { buildHomeQuestion } from '../client/first-questions.ts';
import { noAnswer, type ServerFailure } from '../client/send-request.ts';
import { splitAddress } from '../client/split-address.ts';
import { useLent } from '../client/use-lent.ts';
import { useRoute } from '../client/use-route.ts';
import { AwayNote } from './away-note.tsx';
import { CommandWords } from './command-words.tsx';
import styles from './message.module.css';
import { Page } from './page.tsx';
import { renderPageWords } from './render-page-words.ts';
import { splitFailure } from './split-failure.ts';

interface MessageProps {
  readonly title: string;
  readonly children?: ReactNode;
}

export function Message({ title, children }: MessageProps) {
  return (
    <Page className={styles['message']}>
      <h1>{title}</h1>
      {children}
    </Page>
  );
}

interface FailureNoteProps {
  readonly failure: ServerFailure;
  /** A sentence on what waits because of it. */
  readonly waits?: string;
  /** Buttons that do what can be done about it here. The one that is most likely to help stands out. */
  readonly act?: ReactNode;
}

/**
 * Shows a failure in the words of the terminal, rewritten where they do not fit a page. If the server does not answer,
 * says how to start it again.
 */
export function FailureNote({ failure, waits, act }: FailureNoteProps) {
  if (failure.code === noAnswer) return <AwayNote />;
  const { says, more, settings } = splitFailure(failure);
  const way = settings === undefined ? null : <WayToSettings tried={failure.happened} />;
  return (
    <div role="alert" className={styles['failure']}>
      {[...says, ...(waits === undefined ? [] : [waits])].map((one) => (
        <p key={one}>
          <CommandWords text={renderPageWords(one)} />
        </p>
      ))}
      {act === undefined && way === null ? null : (
        <p className={styles['acts']}>
          {settings === 'first' ? way : null}
          {act}
          {settings === 'last' ? way : null}
        </p>
      )}
      {failure.code === 'server.no-token' ? (
        <p>
          <a href={`/enter?to=${encodeURIComponent(`${window.location.pathname}${window.location.search}`)}`}>
            Let this browser in
          </a>
        </p>
      ) : null}
      <details className={styles['code']}>
        <summary>Error code</summary>
        {more.map((one) => (
          <p key={one}>
            <CommandWords text={renderPageWords(one)} />
          </p>
        ))}
        <p>
          <code>{failure.code}</code>. docs/troubleshooting.md says what it means; mention it if you ask for
          help.
        </p>
      </details>
    </div>
  );
}

/** A link to the settings, for a failure that is about the model or its server. */
function WayToSettings({ tried }: { readonly tried: string }) {
  const { world } = useParams();
  const { pathname } = useLocation();
  if (world === undefined || pathname.endsWith('/settings')) return null;
  return (
    <Link to={`/${splitAddress(world).world}/settings`} state={{ tried }}>
      Open Settings
    </Link>
  );
}

/** Shown if nothing is wrong, but the story has not been read for the glossary yet, or the world has no story. */
function Unread({ world, empty }: { readonly world: string; readonly empty: ReactNode }) {
  const lent = useLent(world);
  const home = useRoute(...buildHomeQuestion(world));
  if (lent !== undefined) {
    return (
      <Message title="The story has not been read for the glossary yet">
        <p>
          The glossary grows here as soon as one of the machines that share this world reads the story. You
          can <Link to={`/${world}/read`}>read it yourself</Link> already.
        </p>
      </Message>
    );
  }
  if (home.data === undefined && home.error === null) return null;
  if ((home.data?.stories.length ?? 0) > 0) {
    const isRunning = home.data?.isRunning === true;
    return (
      <Message title={isRunning ? 'The glossary is being built' : 'The glossary has not been built yet'}>
        <p>
          <Link to={`/${world}/run`}>{isRunning ? 'See how far it is' : 'Build it from the story'}</Link>. You
          can <Link to={`/${world}/read`}>read the story yourself</Link> already.
        </p>
      </Message>
    );
  }
  return (
    empty ?? (
      <Message title="There is no story here yet">
        <p>
          <Link to={`/${world}`}>Bring one in on Home</Link>.
        </p>
      </Message>
    )
  );
}

interface AwaitedProps {
  readonly failure: ServerFailure | null;
  readonly what: string;
  /** Shown if the world has no story, in place of a sentence that says so. */
  readonly empty?: ReactNode;
}

/** Shows that an answer is awaited, or why it did not come. */
export function Awaited({ failure, what, empty }: AwaitedProps) {
  const { world } = useParams();
  if (failure?.code === 'world.unread' && world !== undefined) return <Unread world={world} empty={empty} />;
  return (
    <Page className={styles['message']}>
      {failure === null ? (
        <p role="status" className={styles['waiting']}>
          Opening {what} …
        </p>
      ) : (
        <>
          <h1>{failure.code === noAnswer ? `This page is waiting for ${what}` : 'This cannot be shown'}</h1>
          {isGone(failure) ? <p>{renderPageWords(failure.happened)}</p> : <FailureNote failure={failure} />}
          <WayOn code={failure.code} world={world} />
        </>
      )}
    </Page>
  );
}

/** For the code of a failure, the page to which the person may go on, and the words of the link. */
const ways: Readonly<Record<string, readonly [path: string, says: string]>> = {
  'glossary.no-entry': ['/glossary', 'Back to the glossary'],
  'memory.nothing-of-that-name': ['/remember/fragments', 'See all fragments'],
  'memory.unknown-mind': ['/remember', 'Go to the companions'],
  'play.no-game': ['/play/new', 'Begin a new game'],
  'play.unknown-game': ['/play', 'See all games'],
  'store.corrupt': ['/settings', 'See what is damaged'],
};

/** Whether the failure only means that something is not there, such as where an old link leads: nothing is wrong. */
function isGone({ code }: ServerFailure): boolean {
  return code === 'server.unknown-world' || (code in ways && code !== 'store.corrupt');
}

function WayOn({ code, world }: { readonly code: string; readonly world: string | undefined }) {
  const [path, says] = ways[code] ?? [];
  if (code === 'server.unknown-world' || world === undefined)
    return (
      <p>
        <Link to="/">Go to your worlds</Link>
      </p>
    );
  if (path === undefined) return null;
  // The companion is left out of the address if there is nobody of this name.
  const from = code === 'memory.unknown-mind' ? splitAddress(world).world : world;
  return (
    <p>
      <Link to={`/${from}${path}`}>{says}</Link>
    </p>
  );
}
