// Awaited memory: what stands below the pages of this room while an answer is waited for, or did not come.

import type { ComponentProps } from 'react';
import { Awaited } from '../parts/message.tsx';
import { RememberNav } from './remember-nav.tsx';

export function AwaitedMemory({
  world,
  ...awaited
}: ComponentProps<typeof Awaited> & { readonly world: string }) {
  return (
    <>
      <RememberNav world={world} />
      <Awaited {...awaited} />
    </>
  );
}
