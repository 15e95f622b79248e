// Awaited memory: what the pages of this section show while an answer is awaited, or if it did not come.

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
