// Games page: the games of a world, and a link to begin a new one.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type FormEvent, useState } from 'react';
import { Link, useParams } from 'react-router';
import { buildGamesQuestion } from '../client/first-questions.ts';
import { useChange, useRoute } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import buttons from '../parts/main-button.module.css';
import { Awaited, FailureNote } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { Words } from '../parts/words.tsx';
import styles from './games-page.module.css';
import type { GameAddress } from './table-types.ts';

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
  const [isNaming, setNaming] = useState(false);
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
      {isNaming ? (
        <NameForm address={{ world, game: id }} name={name} onClose={() => setNaming(false)} />
      ) : (
        <button
          type="button"
          className={styles['rename']}
          aria-label={`Rename ${name}`}
          onClick={() => setNaming(true)}
        >
          Rename
        </button>
      )}
    </>
  );
}

interface NameFormProps {
  readonly address: GameAddress;
  readonly name: string;
  readonly onClose: () => void;
}

/** A field that has just appeared takes the focus. */
const prepareField = (field: HTMLInputElement | null) => field?.focus();

function NameForm({ address, name, onClose }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const rename = useChange('PUT /api/worlds/{world}/games/{game}/name', onClose);
  const isSame = typed.trim() === '' || typed.trim() === name;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame) rename.mutate({ params: address, body: { name: typed } });
  };
  return (
    <form
      className={styles['naming']}
      onSubmit={handleSubmit}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <input
        value={typed}
        maxLength={80}
        aria-label="Name of the game"
        ref={prepareField}
        onChange={({ target }) => setTyped(target.value)}
      />
      <ActButton type="submit" isOff={isSame || rename.isPending}>
        Save
      </ActButton>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
      {rename.error === null ? null : <FailureNote failure={rename.error} />}
    </form>
  );
}
