// Page: the frame of a page, which gives all pages the same width and the same style of heading.

import type { ComponentProps } from 'react';
import styles from './page.module.css';

/**
 * `className` is added to the class of every page, so that a section can differ, for instance with another
 * `--page-width`.
 */
export function Page({ className = '', ...others }: ComponentProps<'main'>) {
  return <main className={`${styles['page']} ${className}`.trimEnd()} {...others} />;
}
