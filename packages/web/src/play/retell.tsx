// Retell: asks for another narrative of the last turn, or goes back to one of its earlier narratives.

import { type FormEvent, useId, useState } from 'react';
import { useChange } from '../client/use-route.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogAct } from '../parts/dialog-act.tsx';
import styles from './forms.module.css';
import type { GameAddress, GameTable } from './table-types.ts';

interface RetellProps {
  readonly address: GameAddress;
  readonly table: GameTable;
  readonly onLine: (line: string) => void;
  readonly onClose: () => void;
}

export function Retell({ address, table, onLine, onClose }: RetellProps) {
  const last = table.turns.findLast(({ isAside }) => !isAside);
  const form = useId();
  const [wish, setWish] = useState('');
  const [words, setWords] = useState(last?.words ?? '');
  const move = useChange('POST /api/worlds/{world}/games/{game}/moves', onClose);
  const isOther = words.trim() !== '' && words.trim() !== last?.words;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onLine(isOther ? `/reword ${words.trim()}` : `/retry ${wish.trim()}`.trim());
  };
  return (
    <Dialog
      label="Tell it again"
      onClose={onClose}
      cancel="Cancel"
      acts={<DialogAct says={isOther ? 'Say this instead' : 'Tell it again'} form={form} />}
    >
      <form id={form} className={styles['form']} onSubmit={handleSubmit}>
        <h2>Tell it again</h2>
        <p className={styles['quiet']}>
          The present version is kept: you can return to it here, or under Turns.
        </p>
        <label>
          What you said
          <textarea rows={2} value={words} onChange={({ target }) => setWords(target.value)} />
        </label>
        {table.teller === null || isOther ? null : (
          <label>
            How it should be told (optional)
            <input
              value={wish}
              placeholder="warmer, and shorter"
              onChange={({ target }) => setWish(target.value)}
            />
          </label>
        )}
      </form>
      {table.tellings.length < 2 ? null : (
        <div className={styles['form']}>
          <h3>Versions so far</h3>
          <div className={styles['acts']}>
            {table.tellings.map(({ id, words: said }, at) => (
              <button
                key={id}
                type="button"
                aria-pressed={id === last?.id}
                onClick={() => move.mutate({ params: address, body: { kind: 'go', turn: id } })}
              >
                Version {at + 1}
                {said === last?.words ? '' : `, after “${cutWords(said)}”`}
                {id === last?.id ? ', shown now' : ''}
              </button>
            ))}
          </div>
        </div>
      )}
    </Dialog>
  );
}

const longestShown = 60;

function cutWords(said: string): string {
  return said.length > longestShown ? `${said.slice(0, longestShown - 1).trimEnd()}…` : said;
}
