// Page: a page of a section, as wide and with the same heading as the others.

import type { ComponentProps } from 'react';
import styles from './page.module.css';

/** `className` comes after what every page has, so that a section can differ, as by `--page-width`. */
export function Page({ className = '', ...others }: ComponentProps<'main'>) {
  return <main className={`${styles['page']} ${className}`.trimEnd()} {...others} />;
}
