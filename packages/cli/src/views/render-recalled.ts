// Renders what a recall brings: a fragment, and what lies next to it.

import type { Recalled } from '@terrarium/memory/recall';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export function renderRecalled(recalled: Recalled, width: number): readonly string[] {
  const { key, tier, text, neighbours } = recalled;
  if (tier === undefined) return [`There is no fragment [${key}].`];
  return [
    `${paint(`[${key}]`, 'bold')} ${paint(tier, 'dim')}`,
    ...text.split('\n').flatMap((line) => wrapText(line, { width, indent: '  ' })),
    ...neighbours.flatMap((one) => {
      const label = one.label === '' ? '' : ` (${one.label})`;
      return wrapText(`[${one.key}]${label} ${one.text}`, { width, indent: '      ', first: '  → ' });
    }),
  ];
}
