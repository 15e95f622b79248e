// Why: explains why something was in the last wake, or why it was not; its numbers are shown only on request.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useRoute } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import { describePresence } from './describe-presence.ts';
import styles from './why.module.css';

interface WhyProps {
  readonly world: string;
  readonly of: { readonly item: number } | { readonly event: number } | { readonly fragment: string };
  /** What is said instead of a reason if nothing of a message is shown in the talk. */
  readonly unshown?: string | undefined;
}

export function Why({ world, of, unshown }: WhyProps) {
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
      <p>{describeWhy(data, unshown)}</p>
      {data === undefined ? null : (
        <details>
          <summary>The numbers at the newest prompt</summary>
          <p>{data.say}</p>
        </details>
      )}
    </div>
  );
}

type Presence = RouteAnswer<'GET /api/worlds/{world}/mind/why'>;

function describeWhy(data: Presence | undefined, unshown: string | undefined): string {
  if (data === undefined) return 'Looking …';
  return data.reason === 'unshown' && unshown !== undefined ? unshown : describePresence(data);
}
