// No story: what a section shows in a world without a story: what it is for, and a way to bring a story in.

import type { ReactNode } from 'react';
import { useLent } from '../client/use-lent.ts';
import { Page } from '../parts/page.tsx';
import { BringIn } from './bring-in.tsx';

interface NoStoryProps {
  readonly world: string;
  /** What is shown here once there is a story. */
  readonly shows: string;
  /** The ways to the pages beside this one. */
  readonly children?: ReactNode;
}

export function NoStory({ world, shows, children }: NoStoryProps) {
  const isLent = useLent(world) !== undefined;
  return (
    <Page>
      <h1>There is no story here yet</h1>
      {children}
      <p>{shows}</p>
      {isLent ? null : <BringIn world={world} isFirst={true} />}
    </Page>
  );
}
