// Zero page: what a game is to be, asked step by step, with the sheet beside it that fills as one answers.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useChange, useRoute } from '../../client/use-route.ts';
import { Awaited, FailureNote } from '../../parts/message.tsx';
import { Sheet } from '../sheet.tsx';
import { useDraft } from '../use-draft.ts';
import { CharacterStep } from './character-step.tsx';
import { ChoiceStep } from './choice-step.tsx';
import { type MadeCharacter, type TriedCharacter, useTriedCharacter } from './use-tried-character.ts';
import { WishStep } from './wish-step.tsx';
import styles from './zero-page.module.css';

type Standing = RouteAnswer<'GET /api/worlds/{world}/zero'>;

export function ZeroPage() {
  const { world = '' } = useParams();
  const [search] = useSearchParams();
  const said = search.get('name');
  const { data, error } = useRoute('GET /api/worlds/{world}/zero', {
    params: { world },
    query: said === null ? {} : { name: said },
  });
  if (data === undefined) return <Awaited failure={error} what="a new game" />;
  return <Zero world={world} standing={data} />;
}

function Zero({ world, standing }: { readonly world: string; readonly standing: Standing }) {
  const params = { world };
  const { name } = standing;
  const navigate = useNavigate();
  const [lines, setLines] = useDraft(`lines ${world} ${name}`);
  const [veils, setVeils] = useDraft(`veils ${world} ${name}`);
  const [wanted, setWanted] = useState<MadeCharacter>();
  const settle = useChange('PUT /api/worlds/{world}/zero');
  const begin = useChange('POST /api/worlds/{world}/games', ({ id }) => {
    setLines('');
    setVeils('');
    void navigate(`/${world}/play/${id}`);
  });
  const tried = useTriedCharacter({ world, name, system: standing.system, wanted });
  const start = () => begin.mutate({ params, body: { name, lines, veils, ...wanted } });
  const failure = settle.error ?? begin.error;
  return (
    <main className={styles['page']}>
      <div className={styles['talk']}>
        <header className={styles['head']}>
          <h1>A new game</h1>
          <button type="button" className={styles['other']} onClick={start} disabled={begin.isPending}>
            Begin at once with what comes first
          </button>
        </header>
        {failure === null ? null : <FailureNote failure={failure} />}
        <ChoiceStep
          title="Which rules?"
          name="Rules"
          offered={standing.systems}
          chosen={standing.system ?? undefined}
          onChoose={(system) => {
            setWanted(undefined);
            settle.mutate({ params, body: { name, system } });
          }}
        />
        {standing.system === null ? null : (
          <ChoiceStep
            title="In which world?"
            name="World"
            offered={standing.worlds}
            chosen={standing.world?.id}
            made={standing.world ?? undefined}
            onChoose={(id) => settle.mutate({ params, body: { name, world: id } })}
          />
        )}
        {['concept', undefined].includes(findOpenStep(standing)) ? (
          <WishStep
            key={name}
            concept={standing.concept}
            lines={lines}
            veils={veils}
            model={standing.model}
            onLines={setLines}
            onVeils={setVeils}
            onSave={(concept) => settle.mutate({ params, body: { name, concept } })}
          />
        ) : null}
        {findOpenStep(standing) === undefined ? (
          <CharacterStep world={world} name={name} wanted={wanted} tried={tried} onChange={setWanted} />
        ) : null}
        {wanted === undefined ? null : <End tried={tried} isBusy={begin.isPending} onBegin={start} />}
      </div>
      <aside className={styles['side']} aria-label="Sheet">
        {tried === undefined ? (
          <p className={styles['quiet']}>Your sheet fills here as you answer.</p>
        ) : (
          <Sheet address={undefined} sheet={tried.sheet} about={tried.sheet.about} changes={[]} />
        )}
      </aside>
    </main>
  );
}

/** The first question that is not answered yet; undefined where only the character is open. */
function findOpenStep({ system, world, concept }: Standing): 'system' | 'world' | 'concept' | undefined {
  if (system === null) return 'system';
  if (world === null) return 'world';
  return concept === null ? 'concept' : undefined;
}

interface EndProps {
  readonly tried: TriedCharacter | undefined;
  readonly isBusy: boolean;
  readonly onBegin: () => void;
}

/** What does not hold yet, and the way into the game. */
function End({ tried, isBusy, onBegin }: EndProps) {
  const wrong = [...(tried?.refused ?? []), ...(tried?.unmet ?? [])];
  return (
    <div className={styles['end']}>
      {wrong.map(({ at, say }) => (
        <p key={`${at} ${say}`} className={styles['wrong']} role="status">
          {say}
        </p>
      ))}
      <button
        type="button"
        className={styles['main']}
        disabled={wrong.length > 0 || isBusy}
        onClick={onBegin}
      >
        Begin
      </button>
    </div>
  );
}
