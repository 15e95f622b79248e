// Proposed: shows what a model wants to change in an entry that a person wrote or edited, and lets the person take its words.

import { useChange } from '../client/use-route.ts';
import { Definition } from '../parts/definition.tsx';
import { FailureNote } from '../parts/message.tsx';
import type { Account } from './account.ts';
import edits from './edit-entry.module.css';
import { listProposed, type Proposed as One } from './list-proposed.ts';
import styles from './proposed.module.css';

interface ProposedProps {
  readonly world: string;
  readonly account: Account;
  /** Called with what is to be said when words were taken. */
  readonly onDone: (says: string) => void;
}

export function Proposed({ world, account, onDone }: ProposedProps) {
  const change = useChange('PATCH /api/worlds/{world}/entries/{entry}', () =>
    onDone('The words of the model were taken.'),
  );
  const proposed = listProposed(account);
  if (proposed.length === 0) return null;
  const params = { world, entry: account.id };
  return (
    <section className={styles['proposed']} aria-labelledby="proposed">
      <h2 id="proposed">A model says it otherwise than you</h2>
      {change.error === null ? null : <FailureNote failure={change.error} />}
      {proposed.map((one) => (
        <div key={one.field}>
          <Words of={one} />
          {one.field === 'definition' || one.field === 'term' ? (
            <div className={edits['acts']}>
              <button
                type="button"
                onClick={() => change.mutate({ params, body: { [one.field]: one.words } })}
              >
                {one.field === 'term' ? 'Take this name' : 'Take these words'}
              </button>
            </div>
          ) : null}
        </div>
      ))}
    </section>
  );
}

/** The reason of a new definition or name may be about another part of the same call, so it is not shown. */
function Words({ of: { field, words, reason } }: { readonly of: One }) {
  if (field === 'definition') return <Definition text={words} />;
  if (field === 'term') return <p>It would call this entry “{words}”.</p>;
  return (
    <p>
      {field === 'deleted' ? 'It would remove this entry' : `It would merge this entry with “${words}”`}
      {reason === undefined ? '.' : `: ${reason}`}
    </p>
  );
}
