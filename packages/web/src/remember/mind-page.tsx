// Mind page: shows what is in mind on its own page, for windows too narrow to show it beside the talk.

import { useParams } from 'react-router';
import { Page } from '../parts/page.tsx';
import { MindPanel } from './mind-panel.tsx';
import { RememberNav } from './remember-nav.tsx';

export function MindPage() {
  const { world = '' } = useParams();
  return (
    <>
      <RememberNav world={world} />
      <Page>
        <h1>In mind</h1>
        <MindPanel world={world} isPage />
      </Page>
    </>
  );
}
