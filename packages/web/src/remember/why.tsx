// Why: explains why something was in the last wake, or why it was not; its numbers are shown only on request.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useRoute } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import { describePresence } from './describe-presence.ts';
import { useCompanionName } from './use-companion-name.ts';
import styles from './why.module.css';

interface WhyProps {
  readonly world: string;
  readonly of: { readonly item: number } | { readonly event: number } | { readonly fragment: string };
  /** What is said instead of a reason if nothing of a message is shown in the talk. */
  readonly unshown?: string | undefined;
}

export function Why({ world, of, unshown }: WhyProps) {
  const { data, error } = useRoute('GET /api/worlds/{world}/mind/why', { params: { world }, query: of });
  const companion = useCompanionName(world);
  if (error?.code === 'memory.no-wake')
    return (
      <p className={styles['why']} role="status">
        {'item' in of ? 'This was noted earlier. ' : ''}
        How your words bring it to mind for {companion} is shown here after your next message.
      </p>
    );
  if (error !== null) return <FailureNote failure={error} />;
  return (
    <div className={styles['why']} role="status">
      <p>{describeWhy(data, { companion, unshown })}</p>
      {data === undefined ? null : (
        <details>
          <summary>The numbers behind this</summary>
          <p>{data.say}</p>
        </details>
      )}
    </div>
  );
}

type Presence = RouteAnswer<'GET /api/worlds/{world}/mind/why'>;

interface WhyWords extends Pick<WhyProps, 'unshown'> {
  readonly companion: string;
}

function describeWhy(data: Presence | undefined, { companion, unshown }: WhyWords): string {
  if (data === undefined) return 'Looking …';
  return data.reason === 'unshown' && unshown !== undefined ? unshown : describePresence(data, companion);
}
