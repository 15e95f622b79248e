// Item acts: takes a thing off the player's sheet or hands it to somebody who is there, as `/take` and `/give` do.

import { useState } from 'react';
import { useChange, useRoute } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { FailureNote } from '../parts/message.tsx';
import styles from './field-dialog.module.css';
import type { GameAddress, ShownField } from './table-types.ts';

interface ItemActsProps {
  readonly address: GameAddress;
  /** The name of the player's character. */
  readonly owner: string;
  readonly items: NonNullable<ShownField['items']>;
}

export function ItemActs({ address, owner, items }: ItemActsProps) {
  const known = useRoute('GET /api/worlds/{world}/games/{game}/known', { params: address }).data;
  const [said, setSaid] = useState<readonly string[]>([]);
  const say = useChange('POST /api/worlds/{world}/games/{game}/lines', (answer) =>
    setSaid(answer.kind === 'shown' ? answer.lines : []),
  );
  const here = known?.people.filter(({ isHere, isGone }) => isHere && !isGone) ?? [];
  const sendLine = (line: string) => {
    setSaid([]);
    say.mutate({ params: address, body: { line } });
  };
  return (
    <section aria-label="What to do with a thing">
      <ul>
        {items.map(({ id, name }) => (
          <li key={id} className={styles['item']}>
            <span className={styles['thing']}>{insertTextHyphens(name)}</span>
            <ActButton isOff={say.isPending} onClick={() => sendLine(`/take ${name} from ${owner}`)}>
              Take it off
            </ActButton>
            {here.map((person) => (
              <ActButton
                key={person.id}
                isOff={say.isPending}
                onClick={() => sendLine(`/give ${name} to ${person.name}`)}
              >
                Give it to {insertTextHyphens(person.name)}
              </ActButton>
            ))}
          </li>
        ))}
      </ul>
      {say.error === null ? null : <FailureNote failure={say.error} />}
      <div role="status">
        {said.map((line) => (
          <p key={line} className={styles['quiet']}>
            {line.trim()}
          </p>
        ))}
      </div>
    </section>
  );
}
