// Why: why something was in mind when the companion woke last, or was not, with the arithmetic.

import { useRoute } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import styles from './why.module.css';

interface WhyProps {
  readonly world: string;
  readonly of: { readonly item: number } | { readonly event: number } | { readonly fragment: string };
}

export function Why({ world, of }: WhyProps) {
  const { data, error } = useRoute('GET /api/worlds/{world}/mind/why', { params: { world }, query: of });
  if (error !== null) return <FailureNote failure={error} />;
  return (
    <p className={styles['why']} role="status">
      {data === undefined ? 'Looking …' : data.say}
    </p>
  );
}
