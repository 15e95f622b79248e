// Games page: the games of a world, and a link to begin a new one.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { buildGamesQuestion } from '../client/first-questions.ts';
import { useChange, useRoute } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import buttons from '../parts/main-button.module.css';
import { Awaited, FailureNote } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { RenameAct } from '../parts/rename-act.tsx';
import { Words } from '../parts/words.tsx';
import styles from './games-page.module.css';
import { UnsettledGame } from './unsettled-game.tsx';

type Game = RouteAnswer<'GET /api/worlds/{world}/games'>['games'][number];

/** A game that was just set aside or brought back. */
interface Moved {
  readonly id: string;
  readonly isSetAside: boolean;
}

const nameRow = (id: string) => `game-${id}`;

export function GamesPage() {
  const { world = '' } = useParams();
  const { data, error } = useRoute(...buildGamesQuestion(world), { everyMs: 10_000 });
  const fold = useRef<HTMLElement>(null);
  const [moved, setMoved] = useState<Moved>();
  // The button that moved a game disappears with its row, so the focus goes to where the game is now.
  useEffect(() => {
    if (moved === undefined || data === undefined) return;
    const list = moved.isSetAside ? data.setAside : data.games;
    if (!list.some(({ id }) => id === moved.id)) return;
    if (moved.isSetAside) fold.current?.focus();
    else document.getElementById(nameRow(moved.id))?.focus();
    setMoved(undefined);
  }, [data, moved]);
  const begin = useRef<HTMLAnchorElement>(null);
  const setDiscarded = useFocusAfterDiscard(begin, data?.unsettled);
  if (data === undefined) return <Awaited failure={error} what="the games" />;
  const { games, setAside, unsettled } = data;
  return (
    <Page>
      <h1>{games.length === 0 ? 'Play' : 'Games'}</h1>
      {games.length === 0 ? (
        <p className={styles['lead']}>
          A text RPG: say what you do in your own words. The program applies the rules, rolls the dice and
          keeps the sheets; the built-in narrator or your own model tells the story.
        </p>
      ) : null}
      <p className={styles['acts']}>
        <Link ref={begin} className={buttons['main']} to={`/${world}/play/new`}>
          Begin a new game
        </Link>
      </p>
      <ul>
        {games.map((game) => (
          <li key={game.id}>
            <GameRow world={world} game={game} onMoved={setMoved} />
          </li>
        ))}
      </ul>
      {setAside.length === 0 ? null : (
        <details className={styles['aside']}>
          <summary ref={fold}>Set aside ({setAside.length.toLocaleString('en')})</summary>
          <ul>
            {setAside.map((game) => (
              <li key={game.id}>
                <GameRow world={world} game={game} onMoved={setMoved} isSetAside />
              </li>
            ))}
          </ul>
        </details>
      )}
      {unsettled.length === 0 ? null : (
        <section aria-label="Prepared, not begun yet">
          <h2 className={styles['heading']}>Prepared, not begun yet</h2>
          <ul>
            {unsettled.map((name) => (
              <li key={name}>
                <UnsettledGame world={world} name={name} onDiscarded={setDiscarded} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
}

interface GameRowProps {
  readonly world: string;
  readonly game: Game;
  readonly onMoved: (moved: Moved) => void;
  readonly isSetAside?: boolean;
}

function GameRow({ world, game, onMoved, isSetAside = false }: GameRowProps) {
  const { id, name, player, place, system, turn, last } = game;
  const rename = useChange('PUT /api/worlds/{world}/games/{game}/name');
  const move = useChange('PUT /api/worlds/{world}/games/{game}/aside', (answer) =>
    onMoved({ id, ...answer }),
  );
  return (
    <>
      <Link id={nameRow(id)} to={`/${world}/play/${id}`} className={styles['game']}>
        <span className={styles['title']}>{insertHyphens(name)}</span>
        <span className={styles['quiet']}>
          {joinFacts([player, place, system, turn === 0 ? 'not played yet' : `turn\u00a0${turn}`])}
        </span>
        <span className={styles['last']}>
          <Words text={last} />
        </span>
      </Link>
      <div className={styles['rowActs']}>
        <RenameAct
          name={name}
          label="Name of the game"
          longest={80}
          isPending={rename.isPending}
          failure={rename.error}
          onSave={(typed, done) =>
            rename.mutate({ params: { world, game: id }, body: { name: typed } }, { onSuccess: done })
          }
        />
        <ActButton
          className={styles['move']}
          isOff={move.isPending}
          aria-label={isSetAside ? `Bring back ${name}` : `Set aside ${name}`}
          onClick={() => move.mutate({ params: { world, game: id }, body: { isSetAside: !isSetAside } })}
        >
          {isSetAside ? 'Bring back' : 'Set aside'}
        </ActButton>
      </div>
      {move.error === null ? null : <FailureNote failure={move.error} />}
    </>
  );
}

/**
 * Hook that moves the focus to the link for a new game after a game in preparation was discarded, because the button
 * that had the focus is gone then.
 */
function useFocusAfterDiscard(
  begin: RefObject<HTMLAnchorElement | null>,
  unsettled: readonly string[] | undefined,
) {
  const [discarded, setDiscarded] = useState<string>();
  useEffect(() => {
    if (discarded === undefined || unsettled?.includes(discarded) !== false) return;
    begin.current?.focus();
    setDiscarded(undefined);
  }, [begin, unsettled, discarded]);
  return setDiscarded;
}
