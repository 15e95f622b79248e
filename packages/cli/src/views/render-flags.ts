// Renders the flags: what maintenance asks a person to look at.

import type { Flag } from '@terrarium/memory/flags';
import { wrapText } from '../screen/layout.ts';

interface Flags {
  readonly settled: Flag | undefined;
  readonly flags: readonly Flag[];
}

export function renderFlags({ settled, flags }: Flags, width: number): readonly string[] {
  return [
    ...(settled === undefined
      ? []
      : wrapText(`Settled: ${settled.text}`, { width, indent: '  ', first: '' })),
    ...(flags.length === 0 ? ['Nothing is waiting for you.'] : []),
    ...flags.flatMap(({ id, text, events }) => {
      const about = events.length === 0 ? '' : ` (events ${events.join(', ')})`;
      return wrapText(`${id}. ${text}${about}`, { width, indent: '     ', first: '  ' });
    }),
  ];
}
