// Ask oracle: lets the player put a yes-or-no question to the dice, or roll on a table of the rules.

import { type FormEvent, useId, useState } from 'react';
import { useRoute } from '../client/use-route.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogAct } from '../parts/dialog-act.tsx';
import styles from './forms.module.css';
import type { GameAddress } from './table-types.ts';

interface AskOracleProps {
  readonly address: GameAddress;
  readonly onLine: (line: string) => void;
  readonly onClose: () => void;
}

const chances = [
  ['unlikely', 'Probably no'],
  ['even', 'Either'],
  ['likely', 'Probably yes'],
] as const;
type Odds = (typeof chances)[number][0];

export function AskOracle({ address, onLine, onClose }: AskOracleProps) {
  const form = useId();
  const [question, setQuestion] = useState('');
  const [odds, setOdds] = useState<Odds>('even');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onLine(`/ask ${odds} ${question.trim()}`);
  };
  return (
    <Dialog
      label="Ask the oracle"
      onClose={onClose}
      cancel="Cancel"
      acts={<DialogAct says="Ask" form={form} isOff={question.trim() === ''} />}
    >
      <form id={form} className={styles['form']} onSubmit={handleSubmit}>
        <h2>Ask the oracle</h2>
        <p className={styles['quiet']}>
          Ask a yes-or-no question that nobody in the story can answer. The dice say yes or no, and sometimes
          more. The answer becomes part of the game.
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
          <legend>What would you expect?</legend>
          {chances.map(([one, says]) => (
            <label key={one}>
              <input type="radio" name="odds" checked={one === odds} onChange={() => setOdds(one)} /> {says}
            </label>
          ))}
        </fieldset>
      </form>
      <Tables address={address} onLine={onLine} onClose={onClose} />
    </Dialog>
  );
}

/** The tables of the rules, each with a button that rolls on it. */
function Tables({ address, onLine, onClose }: AskOracleProps) {
  const { data } = useRoute('GET /api/worlds/{world}/games/{game}/known', { params: address });
  if (data === undefined || data.tables.length === 0) return null;
  return (
    <div className={styles['form']}>
      <h3>Or roll on a table</h3>
      <div className={styles['tables']}>
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
