// Left to models: says that what is still unread is not in English, and leads to a model that can read it.

import { Link } from 'react-router';
import { useChange } from '../client/use-route.ts';
import buttons from '../parts/main-button.module.css';
import { FailureNote } from '../parts/message.tsx';
import { nameModel } from '../parts/name-model.ts';
import styles from './run-page.module.css';

interface LeftToModelsProps {
  readonly world: string;
  /** Whether no scene at all has been read. */
  readonly isNothingRead: boolean;
  /** The model that is set; undefined until the server has said it. */
  readonly model: string | undefined;
}

export function LeftToModels({ world, isNothingRead, model }: LeftToModelsProps) {
  const read = useChange('POST /api/worlds/{world}/run');
  const what = isNothingRead ? 'The story is' : 'The scenes that are still unread are';
  return (
    <>
      <p className={styles['quiet']}>
        {what} not in English. The built-in reader knows no other language, but a language model can read{' '}
        {isNothingRead ? 'it' : 'them'}.
      </p>
      <div className={styles['acts']}>
        {model?.startsWith('builtin') === true ? (
          <Link className={buttons['main']} to={`/${world}/settings`}>
            Choose a model
          </Link>
        ) : null}
        {model === undefined || model.startsWith('builtin') ? null : (
          <button
            type="button"
            className={buttons['main']}
            onClick={() => read.mutate({ params: { world }, body: { again: true } })}
          >
            Read {isNothingRead ? 'it' : 'them'} with {nameModel(model)}
          </button>
        )}
      </div>
      {read.error === null ? null : <FailureNote failure={read.error} />}
    </>
  );
}
