// Read again: once everything is read, offers to have it read from the beginning by the model that is set now.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { Link, useLocation, useNavigate } from 'react-router';
import { unallowedModel, useHeld } from '../client/use-held.ts';
import { useChange } from '../client/use-route.ts';
import { useShelved } from '../client/use-shelved.ts';
import { ActButton } from '../parts/act-button.tsx';
import { FailureNote } from '../parts/message.tsx';
import { nameModel } from '../parts/name-model.ts';
import { isDone } from './describe-status.ts';
import styles from './run-page.module.css';

type Standing = RouteAnswer<'GET /api/worlds/{world}/run'>;

interface ReadAgainProps {
  readonly world: string;
  readonly standing: Standing;
  /** Whether the world has a story of which the model has read nothing yet. */
  readonly isMore: boolean;
  /** The model that is set; undefined until the server has said it. */
  readonly model: string | undefined;
}

/**
 * Offers to have the story read again with the chosen model, once all of it was read with another one. If the built-in
 * reader has read it and no model is chosen, says how a model can read it.
 */
export function ReadAgain({ world, standing, isMore, model }: ReadAgainProps) {
  const navigate = useNavigate();
  const fresh = useChange(
    'POST /api/worlds/{world}/fresh',
    ({ key }) => void navigate(`/${key}/run`, { state: { copyOf: world } }),
  );
  const { progress, isRunning } = standing;
  const readBy = progress?.readBy;
  if (progress === null || !isDone(progress) || isMore || isRunning) return null;
  if (model === undefined || readBy === undefined || model === readBy) return null;
  if (model.startsWith('builtin')) return readBy.startsWith('builtin') ? <ModelNote world={world} /> : null;
  return (
    <section aria-label="Read again" className={styles['again']}>
      <ActButton
        className={styles['other']}
        isOff={fresh.isPending}
        onClick={() => fresh.mutate({ params: { world }, body: {} })}
      >
        Read it again with {nameModel(model)}
      </ActButton>
      <p className={styles['note']}>
        This makes a new world with the same story, to be read from the beginning. The glossary, games and
        conversations of this world stay here as they are.
      </p>
      {fresh.error === null ? null : <FailureNote failure={fresh.error} />}
    </section>
  );
}

/** Says how a model can read the story after the built-in reader has read it. */
function ModelNote({ world }: { readonly world: string }) {
  const isHeld = useHeld(world) === true;
  return (
    <p className={styles['note']}>
      {isHeld ? `${unallowedModel}. ` : 'For a better glossary, '}
      <Link className={styles['other']} to={`/${world}/settings`}>
        {isHeld ? 'Allow it under Settings' : 'choose a model'}
      </Link>
      . This page then offers to have the story read again.
    </p>
  );
}

/** Says on the page of the new world that it is new, and leads back to the former one. */
export function CopyNote() {
  const { state } = useLocation();
  const from: unknown = state?.copyOf;
  const title = useShelved(typeof from === 'string' ? from : '')?.title;
  if (typeof from !== 'string' || title === undefined) return null;
  return (
    <p className={styles['note']} role="status">
      This is the new world. The first glossary, its games and its conversations are still in{' '}
      <Link className={styles['other']} to={`/${from}`}>
        {title}
      </Link>
      .
    </p>
  );
}
