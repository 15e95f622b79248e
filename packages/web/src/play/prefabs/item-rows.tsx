// Item rows: draws the things in a list, one below the other.

import type { ShownField } from '../table-types.ts';
import styles from './view.module.css';

export function ItemRows({ items }: { readonly items: NonNullable<ShownField['items']> }) {
  if (items.length === 0) return <span className={styles['detail']}>nothing</span>;
  return (
    <>
      {items.map(({ id, name, quantity, details }) => (
        <span key={id} className={styles['item']}>
          <span>
            {name}
            {quantity === undefined || quantity === 1 ? '' : ` × ${quantity}`}
          </span>
          <span className={styles['detail']}>{details.map(nameDetail).join(', ')}</span>
        </span>
      ))}
    </>
  );
}

/** A member that is a sentence, a note or a reason needs no label. */
function nameDetail({ name, value }: { readonly name: string; readonly value: string }): string {
  if (value === 'yes') return name;
  return value.length > longestNamed || unlabelled.has(name) ? value : `${name} ${value}`;
}

const unlabelled: ReadonlySet<string> = new Set(['note', 'why']);
const longestNamed = 24;
