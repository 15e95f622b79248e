// The tool `turn_pass`: makes it the turn of somebody in a fight, or of whoever comes after somebody who has acted.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { EntityId } from '../values/entity.ts';
import { advanceFrom, advanceTurnTo } from './moves/apply-order.ts';
import type { Workbench } from './workbench.ts';

const someone = z.string().min(1).max(120).optional();
/** `acted` is somebody whose turn is over although they made no move. */
const input = z.strictObject({ to: someone, acted: someone });

export const turnPass = buildTool<typeof input, Workbench>({
  name: 'turn_pass',
  description: 'Make it the turn of somebody in a fight; those before do nothing.',
  isWrite: true,
  input,
  run({ to, acted }, bench) {
    const lines = [
      ...(acted === undefined ? [] : advanceFrom(bench, acted as EntityId)),
      ...(to === undefined ? [] : advanceTurnTo(bench, to as EntityId)),
    ];
    return { ok: true, say: lines.join('\n') };
  },
});
