// CONT_TAGS: draws a list of short words.

import { insertTextHyphens } from '../../parts/insert-hyphens.ts';
import { Label } from './label.tsx';
import styles from './view.module.css';
import type { ViewProps } from './view.ts';

export function ContTags({ field }: ViewProps) {
  const tags: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  return (
    <span className={styles['row']}>
      <Label field={field} />
      <span className={styles['tags']}>
        {tags.length === 0
          ? field.shows
          : tags.map((tag) => <span key={String(tag)}>{insertTextHyphens(String(tag))}</span>)}
      </span>
    </span>
  );
}
