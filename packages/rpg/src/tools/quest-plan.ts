// The tool `quest_plan`: stores the plan of a quest when a game begins: later steps, rewards, and the quest it follows.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { readNotebook, stepWait } from '../state/notebook.ts';
import { longestText, name } from './arguments.ts';
import { addSecret } from './secrets.ts';
import type { Workbench } from './workbench.ts';

const planned = z.string().max(longestText).default('');

const input = z.strictObject({
  name,
  about: planned,
  giver: z.string().max(120).default(''),
  after: z.string().max(120).default(''),
  won: planned,
  steps: z.array(z.strictObject({ name, text: z.string().max(300).default('') })).max(40),
  waits: z.array(stepWait).max(40).optional(),
});

export const questPlan = buildTool<typeof input, Workbench>({
  name: 'quest_plan',
  description: 'Note the steps of a quest that are still to come, and what follows it.',
  isWrite: true,
  input,
  run(plan, bench) {
    const isKnown = readNotebook(bench.state).plans.some((one) => one.name === plan.name);
    if (isKnown) return { ok: false, say: 'That quest has a plan already.' };
    return { ok: true, say: `Noted as ${addSecret(bench, { kind: 'quest', ...plan }).id}.` };
  },
});
