// Item rows: draws the things in a list, one below the other.

import { groupDigits } from '../../parts/group-digits.ts';
import { insertTextHyphens } from '../../parts/insert-hyphens.ts';
import type { ShownField } from '../table-types.ts';
import { describeDetails } from './describe-details.ts';
import styles from './view.module.css';

export function ItemRows({ items }: { readonly items: NonNullable<ShownField['items']> }) {
  if (items.length === 0) return <span className={styles['detail']}>nothing</span>;
  return (
    <>
      {items.map(({ id, name, quantity, details }) => (
        <span key={id} className={styles['item']}>
          <span>
            {insertTextHyphens(name)}
            {quantity === undefined || quantity === 1 ? '' : ` × ${groupDigits(String(quantity))}`}
          </span>
          <span className={styles['detail']}>{insertTextHyphens(describeDetails(details))}</span>
        </span>
      ))}
    </>
  );
}
