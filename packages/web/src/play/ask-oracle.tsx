// Ask oracle: a question of yes or no that nobody can answer, left to the dice.

import { type FormEvent, useState } from 'react';
import { useRoute } from '../client/use-route.ts';
import { Dialog } from '../parts/dialog.tsx';
import styles from './forms.module.css';
import type { GameAddress } from './table-types.ts';

interface AskOracleProps {
  readonly address: GameAddress;
  readonly onLine: (line: string) => void;
  readonly onClose: () => void;
}

const chances = ['unlikely', 'even', 'likely'] as const;

export function AskOracle({ address, onLine, onClose }: AskOracleProps) {
  const [question, setQuestion] = useState('');
  const [odds, setOdds] = useState<(typeof chances)[number]>('even');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() === '') return;
    onClose();
    onLine(`/ask ${odds} ${question.trim()}`);
  };
  return (
    <Dialog label="Ask the oracle" onClose={onClose} cancel="Cancel">
      <form className={styles['form']} onSubmit={handleSubmit}>
        <h2>Ask the oracle</h2>
        <p className={styles['quiet']}>
          Yes, no, and sometimes more. What it says becomes a part of the game.
        </p>
        <label>
          Your question
          <input
            value={question}
            placeholder="Is the door watched?"
            onChange={({ target }) => setQuestion(target.value)}
          />
        </label>
        <fieldset>
          <legend>A yes is</legend>
          {chances.map((one) => (
            <label key={one}>
              <input type="radio" name="odds" checked={one === odds} onChange={() => setOdds(one)} /> {one}
            </label>
          ))}
        </fieldset>
        <div className={styles['acts']}>
          <button type="submit" className={styles['main']} disabled={question.trim() === ''}>
            Ask
          </button>
        </div>
      </form>
      <Tables address={address} onLine={onLine} onClose={onClose} />
    </Dialog>
  );
}

/** The tables of the rules, each a roll away. */
function Tables({ address, onLine, onClose }: AskOracleProps) {
  const { data } = useRoute('GET /api/worlds/{world}/games/{game}/known', { params: address });
  if (data === undefined || data.tables.length === 0) return null;
  return (
    <div className={styles['form']}>
      <h3>Or roll on a table</h3>
      <div className={styles['acts']}>
        {data.tables.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            onClick={() => {
              onClose();
              onLine(`/table ${id}`);
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
