// Games page: the games of a world, and a link to begin a new one.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { Link, useParams } from 'react-router';
import { buildGamesQuestion } from '../client/first-questions.ts';
import { useChange, useRoute } from '../client/use-route.ts';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import buttons from '../parts/main-button.module.css';
import { Awaited } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { RenameAct } from '../parts/rename-act.tsx';
import { Words } from '../parts/words.tsx';
import styles from './games-page.module.css';

type Game = RouteAnswer<'GET /api/worlds/{world}/games'>['games'][number];

export function GamesPage() {
  const { world = '' } = useParams();
  const { data, error } = useRoute(...buildGamesQuestion(world));
  if (data === undefined) return <Awaited failure={error} what="the games" />;
  const { games, unsettled } = data;
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
        <Link className={buttons['main']} to={`/${world}/play/new`}>
          Begin a new game
        </Link>
      </p>
      <ul>
        {games.map((game) => (
          <li key={game.id}>
            <GameRow world={world} game={game} />
          </li>
        ))}
      </ul>
      {unsettled.length === 0 ? null : (
        <section aria-label="Still being prepared">
          <h2 className={styles['heading']}>Still being prepared</h2>
          <ul>
            {unsettled.map((name) => (
              <li key={name}>
                <Link className={styles['game']} to={`/${world}/play/new?name=${encodeURIComponent(name)}`}>
                  <span className={styles['title']}>{insertHyphens(name)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
}

function GameRow({ world, game }: { readonly world: string; readonly game: Game }) {
  const { id, name, player, place, system, turn, last } = game;
  const rename = useChange('PUT /api/worlds/{world}/games/{game}/name');
  return (
    <>
      <Link to={`/${world}/play/${id}`} className={styles['game']}>
        <span className={styles['title']}>{insertHyphens(name)}</span>
        <span className={styles['quiet']}>
          {joinFacts([player, place, system, turn === 0 ? 'not played yet' : `turn\u00a0${turn}`])}
        </span>
        <span className={styles['last']}>
          <Words text={last} />
        </span>
      </Link>
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
    </>
  );
}
