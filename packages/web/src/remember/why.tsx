// Why: explains why something was in the last wake or not; its numbers are shown only on request.

import { useRoute } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import { describePresence } from './describe-presence.ts';
import styles from './why.module.css';

interface WhyProps {
  readonly world: string;
  readonly of: { readonly item: number } | { readonly event: number } | { readonly fragment: string };
}

export function Why({ world, of }: WhyProps) {
  const { data, error } = useRoute('GET /api/worlds/{world}/mind/why', { params: { world }, query: of });
  if (error?.code === 'memory.no-wake')
    return (
      <p className={styles['why']} role="status">
        Your companion has not listened yet, so this cannot be explained. Say something: your companion
        listens to each of your messages.
      </p>
    );
  if (error !== null) return <FailureNote failure={error} />;
  return (
    <div className={styles['why']} role="status">
      <p>{data === undefined ? 'Looking …' : describePresence(data)}</p>
      {data === undefined ? null : (
        <details>
          <summary>The numbers</summary>
          <p>{data.say}</p>
        </details>
      )}
    </div>
  );
}
