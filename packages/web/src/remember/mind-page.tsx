// Mind page: what is in mind on a page of its own, where there is no room for it beside the talk.

import { useParams } from 'react-router';
import { MindPanel } from './mind-panel.tsx';
import styles from './page.module.css';
import { RememberNav } from './remember-nav.tsx';

export function MindPage() {
  const { world = '' } = useParams();
  return (
    <>
      <RememberNav world={world} />
      <main className={styles['page']}>
        <h1 className={styles['heading']}>In mind</h1>
        <MindPanel world={world} />
      </main>
    </>
  );
}
