// Away note: says that the server does not answer and how to start it again; its button asks the server again at once.

import { useQueryClient } from '@tanstack/react-query';
import { useRoute } from '../client/use-route.ts';
import { CommandWords } from './command-words.tsx';
import styles from './message.module.css';

interface AwayNoteProps {
  readonly onAgain?: () => void;
  /** Whether there is a field beside it, whose words are kept. */
  readonly hasField?: boolean;
}

/** Wherever a page notices that the server is away, it shows this note and nothing else about it. */
export function AwayNote({ onAgain, hasField = false }: AwayNoteProps) {
  const cache = useQueryClient();
  const command = useRoute('GET /api/server', { params: {} }).data?.command ?? null;
  const handleAgain = () => {
    onAgain?.();
    void cache.refetchQueries({ type: 'active' });
  };
  return (
    <div role="status" className={styles['away']}>
      <p>
        The server does not answer. This page continues by itself as soon as it does
        {hasField ? ', and what you have typed stays here' : ''}.
      </p>
      <p>
        {command === null
          ? 'Was the server stopped? Start it again in a terminal, with the same command as before. '
          : 'Was the server stopped? Start it again in a terminal, in the same folder as before: '}
        {command === null ? null : (
          <code>
            <CommandWords text={command} />
          </code>
        )}
      </p>
      <button type="button" onClick={handleAgain}>
        Try again
      </button>
    </div>
  );
}
