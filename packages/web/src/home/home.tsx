// Home: the first page of a world, with what it contains, what waits for the person, and the one thing to do next.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { Link, useParams } from 'react-router';
import { buildHomeQuestion } from '../client/first-questions.ts';
import { useRoute } from '../client/use-route.ts';
import { countOf } from '../parts/count-of.ts';
import { insertHyphens, insertTextHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { LentNote } from '../parts/lent-note.tsx';
import buttons from '../parts/main-button.module.css';
import { MakeWorld } from '../parts/make-world.tsx';
import { Awaited } from '../parts/message.tsx';
import { nameChapter, nameInStory } from '../parts/name-chapter.ts';
import { nameCompanion } from '../parts/name-companion.ts';
import { Page } from '../parts/page.tsx';
import { Companion } from './companion.tsx';
import styles from './home.module.css';
import { RenameTitle } from './rename-title.tsx';
import { Stories } from './stories.tsx';

type World = RouteAnswer<'GET /api/worlds/{world}'>;
type Story = World['stories'][number];

export function Home() {
  const { world = '' } = useParams();
  const { data, error } = useRoute(...buildHomeQuestion(world), { everyMs: 10_000 });
  if (data === undefined) return <Awaited failure={error} what="this world" />;
  const { lent } = data.world;
  const isTalkFirst = data.stories.length === 0 && data.companion !== null && lent === undefined;
  return (
    <Page className={styles['home']}>
      <h1>{insertHyphens(data.world.title)}</h1>
      {data.stories.length === 0 && lent === undefined ? (
        <p className={styles['lead']}>
          A world holds your stories, the glossary of who and what is in them, your games, and a companion who
          remembers.
        </p>
      ) : null}
      <NextThing home={data} />
      {lent === undefined ? null : (
        <div className={styles['lead']}>
          <p>
            This world is kept in a fleet, a database that several machines share. Here you can read it, but
            change nothing.
          </p>
          <p>
            {data.world.dir === data.world.title ? null : `Its name in the fleet: ${data.world.dir} · `}
            <LentNote lent={lent} />
          </p>
        </div>
      )}
      {isTalkFirst ? <Companion home={data} /> : null}
      <Stories home={data} world={world} />
      {lent === undefined ? (
        <>
          <Waiting home={data} />
          <Games home={data} />
          {isTalkFirst ? null : <Companion home={data} />}
        </>
      ) : null}
      {data.told.map((line) => (
        <p key={line} className={styles['quiet']}>
          {line}
        </p>
      ))}
      {lent === undefined ? (
        <>
          <p className={styles['quiet']}>Kept in {data.world.dir}</p>
          <div className={styles['acts']}>
            <RenameTitle world={world} title={data.world.title} />
            <MakeWorld />
          </div>
        </>
      ) : null}
    </Page>
  );
}

/** The one thing to do next, chosen by the state of the world, and links to other things. */
function NextThing({ home }: { readonly home: World }) {
  const { key } = home.world;
  const [first] = home.stories;
  if (first === undefined) return <NextWithoutStory home={home} />;
  const { to, says } = findWayOn(home, first);
  const isLent = home.world.lent !== undefined;
  const isUnread = !isAnyRead(home) && !home.isRunning && !isLent;
  return (
    <div className={styles['next']}>
      <Link className={buttons['main']} to={to}>
        <span className={styles['act']}>{insertHyphens(says)}</span>
      </Link>
      {isUnread ? (
        <Link className={styles['other']} to={`/${key}/run`}>
          {nameBuilding(home)}
        </Link>
      ) : null}
      {isUnread && home.entries === 0 ? null : (
        <Link className={styles['other']} to={`/${key}/glossary`}>
          {home.entries === 0
            ? 'Open the glossary'
            : `Open the glossary: ${countOf(home.entries, 'entry', 'entries')}`}
        </Link>
      )}
      <HalfBuilt home={home} />
      {home.readOn === null || home.readOn.chapter < 2 || isUnread || isLent ? null : (
        <Link className={styles['other']} to={`/${key}/glossary/ask?recap=${home.readOn.corpus}`}>
          What happened so far
        </Link>
      )}
      {home.lastGame === null || isLent ? null : (
        <Link className={styles['other']} to={`/${key}/play/${home.lastGame.id}`}>
          Play on: {insertHyphens(home.lastGame.name)}
        </Link>
      )}
    </div>
  );
}

/** A glossary of which nothing was read may still have entries that a person wrote. */
function nameBuilding(home: World): string {
  if (!isTriedInVain(home)) return 'Build its glossary first';
  return home.entries === 0 ? 'See why it has no glossary' : 'See why nothing was read for its glossary';
}

/** Leads on to a half-built glossary, unless somebody builds it now. */
function HalfBuilt({ home }: { readonly home: World }) {
  const left = countLeft(home);
  const hasNew = home.stories.some((story) => story.hasNew);
  if (!isAnyRead(home) || home.isRunning || home.world.lent !== undefined) return null;
  if (left <= 0 && !hasNew) return null;
  return (
    <Link className={styles['other']} to={`/${home.world.key}/run`}>
      Go on building it: {left > 0 ? `${countOf(left, 'scene')} left` : 'the story has something new'}
    </Link>
  );
}

/** How many scenes no run has tried yet. */
function countLeft({ stories, waiting }: World): number {
  return stories.reduce((sum, { scenes, read }) => sum + scenes - read, -waiting.unread);
}

/** Whether any scene was read for the glossary. Even so, the glossary may have no entry at the reader's place. */
const isAnyRead = ({ stories }: World) => stories.some(({ read }) => read > 0);

/**
 * Finds where the reader goes on: in their chapter; after the last chapter, in a story that they have not begun; if
 * there is none, on the first page of the section Read.
 */
function findWayOn({ world, stories, place, readOn }: World, first: Story): { to: string; says: string } {
  const base = `/${world.key}/read`;
  if (readOn !== null) {
    const { corpus, threadId, title, chapter } = readOn;
    const story = stories.find((one) => one.corpus === corpus);
    const name = nameChapter(title, { place: chapter, all: story?.chapters ?? chapter });
    const named = nameInStory(name, stories.length < 2 ? undefined : story?.title);
    return { to: `${base}/${corpus}/${threadId}`, says: `Read on: ${named}` };
  }
  const next = stories.find(({ at }) => at === undefined);
  const isBegun = stories.some(({ at }) => at !== undefined);
  if (place === null && !isBegun) return { to: `${base}?begin`, says: nameBeginning(world, first) };
  if (next === undefined) return { to: base, says: 'Open the story again' };
  return { to: `${base}/${next.corpus}`, says: nameBeginning(world, next) };
}

/** The title of the story is left out if the world has the same title, which is already at the top of the page. */
function nameBeginning(world: World['world'], { title }: Story): string {
  return title === world.title ? 'Begin the story' : `Begin “${title}”`;
}

/** What to do next in a world without a story: play on if it has a game, and talk on if it has a talk. */
function NextWithoutStory({ home: { world, lastGame, companion } }: { readonly home: World }) {
  const { key } = world;
  if ((lastGame === null && companion === null) || world.lent !== undefined) return null;
  return (
    <div className={styles['next']}>
      {lastGame === null ? null : (
        <Link className={buttons['main']} to={`/${key}/play/${lastGame.id}`}>
          Play on: {insertHyphens(lastGame.name)}
        </Link>
      )}
      {companion === null ? null : (
        <Link className={lastGame === null ? buttons['main'] : styles['other']} to={`/${key}/remember`}>
          Talk on with {insertTextHyphens(nameCompanion(companion.name))}
        </Link>
      )}
      {companion === null || companion.due.length === 0 ? null : (
        <Link className={styles['other']} to={`/${key}/remember/plans`}>
          {countOf(companion.due.length, 'plan')} due
        </Link>
      )}
    </div>
  );
}

/** Whether every scene was tried and none could be read. */
function isTriedInVain({ stories, waiting }: World): boolean {
  const scenes = stories.reduce((sum, story) => sum + story.scenes, 0);
  return scenes > 0 && waiting.unread === scenes;
}

/** The game that was played last, and a link to all games; without a game, a link to begin one. */
function Games({ home }: { readonly home: World }) {
  const { key } = home.world;
  const { lastGame: game, games } = home;
  return (
    <section aria-label="Games">
      <h2>{game !== null && games === 1 ? 'The game' : 'Games'}</h2>
      {game === null ? (
        <ul className={styles['rows']}>
          <li>
            <Link to={`/${key}/play/new`}>
              Begin a text RPG{isAnyRead(home) ? ' in this world or another' : ''}
            </Link>
          </li>
        </ul>
      ) : (
        <div className={styles['story']}>
          <Link to={`/${key}/play/${game.id}`} className={styles['title']}>
            {insertHyphens(game.name)}
          </Link>
          <p className={styles['quiet']}>
            {joinFacts([
              game.player,
              game.place,
              game.system,
              game.turn === 0 ? 'not played yet' : `turn\u00a0${game.turn}`,
            ])}
          </p>
          <p>
            <Link to={`/${key}/play`} className={styles['other']}>
              {games > 1 ? `All ${games} games` : 'Begin another'}
            </Link>
          </p>
        </div>
      )}
    </section>
  );
}

/** What goes on with the glossary and what waits for the person; nothing if all is done. */
function Waiting({ home }: { readonly home: World }) {
  const { key } = home.world;
  const { unread, tentative, isHalted } = home.waiting;
  const rows = [
    {
      count: tentative,
      says: `${countOf(tentative, 'entry', 'entries')} to confirm`,
      to: `/${key}/glossary?status=tentative`,
    },
    { count: unread, says: `${countOf(unread, 'scene')} that could not be read`, to: `/${key}/run` },
    {
      count: home.isRunning ? 1 : 0,
      says: home.isSilent
        ? 'A request to the model failed; it is asked again'
        : 'It is being built now: see how far it is',
      to: `/${key}/run`,
    },
    {
      count: isHalted && !home.isRunning ? 1 : 0,
      says: 'The reading could not go on: see why',
      to: `/${key}/run`,
    },
  ].filter(({ count }) => count > 0);
  if (rows.length === 0) return null;
  return (
    <section aria-label="The glossary">
      <h2>The glossary</h2>
      <ul className={styles['rows']}>
        {rows.map(({ says, to }) => (
          <li key={says}>
            <Link to={to}>{says}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
