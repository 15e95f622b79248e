// Time advance: lets time pass, which ends whatever has lasted its time.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { sceneId } from '../values/entity.ts';
import { advanceRounds, advanceTime } from './advance-time.ts';
import { minutes } from './arguments.ts';
import { renderMinutes } from './render-minutes.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  minutes: minutes.default(0),
  rounds: z.number().int().min(0).max(1_000).optional(),
  reason: z.string().max(200).optional(),
});

export const timeAdvance = buildTool<typeof input, Workbench>({
  name: 'time_advance',
  description: 'Let minutes (or combat rounds) pass; timed conditions run out.',
  isWrite: true,
  input,
  run({ minutes, rounds = 0 }, bench) {
    if (minutes === 0 && rounds === 0)
      return { ok: false, say: 'No time would pass: give minutes or rounds from 1.' };
    const lines = [...advanceTime(bench, minutes), ...advanceRounds(bench, rounds)];
    const now = Number(bench.state.find(sceneId)?.sheet['minutes'] ?? 0);
    const passed = minutes > 0 ? renderMinutes(minutes) : `${rounds} rounds`;
    return {
      ok: true,
      say: [`${passed} pass; it is ${renderMinutes(now)} into the story.`, ...lines].join('\n'),
    };
  },
});
