// World step: offers a shipped world, one drawn at random, or one that a model makes from a wish, as often as wanted.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useState } from 'react';
import { useChange } from '../../client/use-route.ts';
import { ActButton } from '../../parts/act-button.tsx';
import { FailureNote } from '../../parts/message.tsx';
import { ChoiceStep } from './choice-step.tsx';
import { SentenceForm } from './sentence-form.tsx';
import styles from './zero-page.module.css';

type Standing = RouteAnswer<'GET /api/worlds/{world}/zero'>;

interface WorldStepProps {
  readonly world: string;
  readonly standing: Standing;
  readonly isBusy: boolean;
  readonly onChoose: (id: string) => void;
}

const generated = 'generated';

type Wish = 'none' | 'open' | 'sent';

export function WorldStep({ world, standing, isBusy, onChoose }: WorldStepProps) {
  const [wish, setWish] = useState<Wish>('none');
  const { name, model, concept } = standing;
  const isWishing = isWishAsked(wish, standing);
  const params = { world };
  const make = useChange('POST /api/worlds/{world}/zero/worlds');
  const settle = useChange('PUT /api/worlds/{world}/zero', () => make.mutate({ params, body: { name } }));
  const offered = [
    ...standing.worlds,
    ...(model === null
      ? []
      : [{ id: generated, label: 'Made for you', about: `By ${model}, from what you wish for.` }]),
  ];
  const failure = make.error ?? settle.error;
  return (
    <>
      <ChoiceStep
        title="In which world?"
        name="World"
        offered={offered}
        chosen={standing.world?.id}
        made={standing.world ?? undefined}
        onChoose={(id) => {
          setWish(id === generated ? 'open' : 'none');
          if (id !== generated) onChoose(id);
        }}
      />
      {failure === null ? null : <FailureNote failure={failure} />}
      {isWishing ? (
        <SentenceForm
          key={concept ?? ''}
          label="What do you want from this game? A mood, a theme, a place"
          act="Make the world"
          first={concept ?? ''}
          isBusy={isBusy}
          onSay={(words) => {
            setWish('sent');
            settle.mutate({ params, body: { name, concept: words } });
          }}
        />
      ) : null}
      {standing.world?.begunBy == null || isWishing ? null : (
        <p className={styles['made']}>
          <ActButton className={styles['other']} isOff={isBusy} onClick={() => onChoose('glossary')}>
            Another beginning
          </ActButton>
        </p>
      )}
      {standing.world?.madeBy == null || isWishing ? null : (
        <div className={styles['made']}>
          <ActButton
            className={styles['other']}
            isOff={isBusy}
            onClick={() => make.mutate({ params, body: { name } })}
          >
            Make another
          </ActButton>
          <SentenceForm
            key={JSON.stringify(standing.world)}
            label="What should be different in it?"
            act="Change it"
            isBusy={isBusy}
            onSay={(change) => make.mutate({ params, body: { name, change } })}
          />
        </div>
      )}
    </>
  );
}

/** Whether the form for a wish is shown: also if no world came of the wish that was sent. */
function isWishAsked(wish: Wish, { world, making }: Standing): boolean {
  if (wish !== 'sent') return wish === 'open';
  return world?.madeBy == null && making?.kind === 'world' && making.state === 'failed';
}
