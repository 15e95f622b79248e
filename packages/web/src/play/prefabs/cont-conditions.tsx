// CONT_CONDITIONS: draws what afflicts or helps somebody, with its level and how long it lasts.

import { countOf } from '../../parts/count-of.ts';
import { insertTextHyphens } from '../../parts/insert-hyphens.ts';
import { Label } from './label.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ContConditions({ field }: ViewProps) {
  const conditions = (Array.isArray(field.value) ? field.value : []).map(nameCondition);
  return (
    <span className={styles['row']}>
      <Label field={field} />
      <span className={styles['tags']}>
        {conditions.length === 0
          ? 'none'
          : conditions.map((name) => <span key={name}>{insertTextHyphens(name)}</span>)}
      </span>
    </span>
  );
}

function nameCondition(given: unknown): string {
  if (typeof given !== 'object' || given === null) return String(given);
  const { name, level, rounds, minutes } = given as Readonly<Record<string, unknown>>;
  return [
    String(name ?? ''),
    typeof level === 'number' ? String(level) : '',
    typeof rounds === 'number' ? countOf(rounds, 'round') : '',
    typeof minutes === 'number' ? nameMinutes(minutes) : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Such as `7 h 55 min`. */
function nameMinutes(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const parts = [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''];
  return parts.filter((part) => part !== '').join(' ');
}
