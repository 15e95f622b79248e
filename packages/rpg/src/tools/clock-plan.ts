// The tool `clock_plan`: stores at the opening of a game which events fill a segment of a clock without a call.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { clockEvents, isSameName, readNotebook } from '../state/notebook.ts';
import { name } from './arguments.ts';
import { addSecret } from './secrets.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  name,
  on: z.array(z.enum(clockEvents)).max(clockEvents.length),
  while: z.string().max(120).default(''),
});

export const clockPlan = buildTool<typeof input, Workbench>({
  name: 'clock_plan',
  description: 'Note what makes a clock advance by itself.',
  isWrite: true,
  input,
  run(plan, bench) {
    const isKnown = readNotebook(bench.state).clocks.some((one) => isSameName(one.name, plan.name));
    if (isKnown) return { ok: false, say: 'That clock has a plan already.' };
    return { ok: true, say: `Noted as ${addSecret(bench, { kind: 'clock', ...plan }).id}.` };
  },
});
