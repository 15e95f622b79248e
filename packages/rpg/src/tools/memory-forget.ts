// The tool `memory_forget`: removes a note.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { resolveTarget } from './resolve-target.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({ key: z.string().min(1).max(120) });

export const memoryForget = buildTool<typeof input, Workbench>({
  name: 'memory_forget',
  description: 'Forget a note.',
  isWrite: true,
  input,
  run({ key }, bench) {
    const found = resolveTarget(bench.state, key, ['note']);
    if (!found.ok) return found;
    bench.remove(found.entity.id, 'it was forgotten');
    return { ok: true, say: `${found.entity.id} is forgotten.` };
  },
});
