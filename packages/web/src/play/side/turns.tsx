// Turns: the way that is played and the ways that were left, as a tree that can be walked.

import { type FormEvent, useState } from 'react';
import { useChange, useRoute } from '../../client/use-route.ts';
import { FailureNote } from '../../parts/message.tsx';
import type { GameAddress } from '../table-types.ts';
import styles from './side.module.css';
import { type Stretch, splitStretches, type TurnTree } from './split-stretches.ts';

export function Turns({ address }: { readonly address: GameAddress }) {
  const { data, error } = useRoute('GET /api/worlds/{world}/games/{game}/tree', { params: address });
  const move = useChange('POST /api/worlds/{world}/games/{game}/moves');
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined) return null;
  const moveTo = (turn: number) => move.mutate({ params: address, body: { kind: 'go', turn } });
  return (
    <>
      <NameHere address={address} />
      {move.error === null ? null : <FailureNote failure={move.error} />}
      <div className={styles['tree']}>
        {splitStretches(data).map((stretch) => (
          <StretchList key={stretch.turns[0]?.id} stretch={stretch} tree={data} onGo={moveTo} />
        ))}
      </div>
    </>
  );
}

function NameHere({ address }: { readonly address: GameAddress }) {
  const [name, setName] = useState('');
  const keep = useChange('PUT /api/worlds/{world}/games/{game}/branches', () => setName(''));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') keep.mutate({ params: address, body: { name } });
  };
  return (
    <form className={styles['naming']} onSubmit={handleSubmit}>
      <input
        value={name}
        maxLength={80}
        aria-label="A name for this moment"
        placeholder="Name this moment"
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" disabled={name.trim() === ''}>
        Keep
      </button>
    </form>
  );
}

interface StretchListProps {
  readonly stretch: Stretch;
  readonly tree: TurnTree;
  readonly onGo: (turn: number) => void;
}

/** One turn under the other; where a way forks, the side ways stand indented below the turn they left. */
function StretchList({ stretch, tree, onGo }: StretchListProps) {
  return (
    <ol>
      {stretch.turns.map(({ id, number, words, isAside }) => {
        const names = tree.branches.filter(({ turn }) => turn === id).map(({ name }) => name);
        return (
          <li key={id}>
            <button
              type="button"
              className={styles['node']}
              aria-current={id === tree.head}
              onClick={() => onGo(id)}
            >
              <span>{isAside ? '·' : number}</span>
              <span>{words === '' ? 'The opening' : words}</span>
              {names.length === 0 ? null : <span className={styles['branch']}>{names.join(', ')}</span>}
            </button>
            {stretch.sides.get(id)?.map((side) => (
              <StretchList key={side.turns[0]?.id} stretch={side} tree={tree} onGo={onGo} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}
