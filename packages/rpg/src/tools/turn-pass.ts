// The tool `turn_pass`: makes it the turn of somebody in a fight, so that those before them do nothing in this round.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { EntityId } from '../values/entity.ts';
import { advanceTurnTo } from './moves/apply-order.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({ to: z.string().min(1).max(120) });

export const turnPass = buildTool<typeof input, Workbench>({
  name: 'turn_pass',
  description: 'Make it the turn of somebody in a fight; those before do nothing.',
  isWrite: true,
  input,
  run({ to }, bench) {
    const lines = advanceTurnTo(bench, to as EntityId);
    return { ok: true, say: lines.join('\n') };
  },
});
