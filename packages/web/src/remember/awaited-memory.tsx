// Awaited memory: what pages of this section show while the server's answer is awaited, or if it failed.

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
