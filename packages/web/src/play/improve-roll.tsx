// Improve roll: lists what the player may pay to improve the last roll, with its price and what it does.

import { type FormEvent, useId, useState } from 'react';
import { ActButton } from '../parts/act-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import buttons from '../parts/main-button.module.css';
import styles from './forms.module.css';
import type { GameTable } from './table-types.ts';

interface ImproveRollProps {
  readonly spends: GameTable['spends'];
  readonly onLine: (line: string) => void;
  readonly onClose: () => void;
}

export function ImproveRoll({ spends, onLine, onClose }: ImproveRollProps) {
  const send = (line: string) => {
    onClose();
    onLine(line);
  };
  const [change = '', ...others] = [...new Set(spends.map(({ changes }) => changes))];
  const isOfOne = others.length === 0;
  return (
    <Dialog label="Improve the roll" onClose={onClose} cancel="Cancel" acts={null}>
      <div className={styles['form']}>
        <h2>Improve the roll</h2>
        {isOfOne ? <p className={styles['quiet']}>{change}</p> : null}
      </div>
      {spends.map((spend) => (
        <SpendForm key={spend.id} spend={spend} isOfOne={isOfOne} onPay={send} />
      ))}
    </Dialog>
  );
}

interface SpendFormProps {
  readonly spend: GameTable['spends'][number];
  /** Whether every payment would change the same roll, which is named once above the list. */
  readonly isOfOne: boolean;
  readonly onPay: (line: string) => void;
}

function SpendForm({ spend, isOfOne, onPay }: SpendFormProps) {
  const { id, label, changes, needsPoints, means } = spend;
  const [points, setPoints] = useState('');
  const [picked, setPicked] = useState<string>();
  // What was picked may be used up by now.
  const chosen = means.find(({ name }) => name === picked)?.name ?? means[0]?.name ?? '';
  const what = useId();
  const isOff = needsPoints && !/^(?:[1-9]\d{0,2}|1000)$/u.test(points.trim());
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // In quotes, since a number at the end of a name would be taken for points.
    const name = chosen === '' ? '' : `"${chosen}"`;
    onPay(['/spend', id, name, needsPoints ? points.trim() : ''].filter((part) => part !== '').join(' '));
  };
  return (
    <form className={styles['form']} aria-labelledby={what} onSubmit={handleSubmit}>
      <h3 id={what}>{label}</h3>
      <p>{describePayment(spend, chosen).replace(/^./u, (first) => first.toUpperCase())}.</p>
      {isOfOne ? null : <p className={styles['quiet']}>{changes}</p>}
      {means.length === 0 ? null : (
        <label>
          With what
          <select value={chosen} onChange={({ target }) => setPicked(target.value)}>
            {means.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {needsPoints ? (
        <label>
          How much
          <input inputMode="numeric" value={points} onChange={({ target }) => setPoints(target.value)} />
        </label>
      ) : null}
      <div className={styles['acts']}>
        <ActButton type="submit" className={buttons['main']} isOff={isOff}>
          Pay
        </ActButton>
      </div>
    </form>
  );
}

/** Says what the payment costs and does. If the player chooses what to pay with, names the price of that choice. */
function describePayment({ says, means }: SpendFormProps['spend'], chosen: string): string {
  const price = means.find(({ name }) => name === chosen)?.says;
  return price === undefined ? says : `${price}${says.slice(says.indexOf('; '))}`;
}
