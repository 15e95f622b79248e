// Finding row: what the doctor found about one thing, how bad it is, and what to do.

import { CommandWords } from '../parts/command-words.tsx';
import { renderPageWords } from '../parts/render-page-words.ts';
import styles from './settings-page.module.css';

type Standing = 'unknown' | 'ok' | 'warning' | 'problem';

const standings: Readonly<Record<Standing, string>> = {
  ok: 'fine',
  warning: 'look at this',
  problem: 'problem',
  unknown: 'not known',
};

interface FindingRowProps {
  readonly title: string;
  readonly standing: Standing;
  readonly says: readonly string[];
  readonly todo: string | undefined;
}

export function FindingRow({ title, standing, says, todo }: FindingRowProps) {
  return (
    <li data-standing={standing}>
      <b>{title}</b>
      <span className={styles['standing']}>{standings[standing]}</span>
      {says.map((line) => (
        <p key={line}>
          <CommandWords text={renderPageWords(line)} />
        </p>
      ))}
      {todo === undefined ? null : (
        <p className={styles['todo']}>
          <CommandWords text={renderPageWords(todo)} />
        </p>
      )}
    </li>
  );
}
