// Time advance: lets time pass, which ends whatever has lasted its time; a rest does all that the rules say of it.

import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { playerId } from '../values/entity.ts';
import { advanceClock } from './advance-time.ts';
import { minutes } from './arguments.ts';
import { playMove } from './moves/play-move.ts';
import type { Workbench } from './workbench.ts';

const input = z.strictObject({
  minutes: minutes.default(0),
  rounds: z.number().int().min(0).max(1_000).optional(),
  rest: z.enum(['short', 'long']).optional(),
  reason: z.string().max(200).optional(),
});

export const timeAdvance = buildTool<typeof input, Workbench>({
  name: 'time_advance',
  description: 'Let minutes or rounds pass, or take a rest.',
  isWrite: true,
  input,
  run({ minutes, rounds, rest }, bench) {
    return rest === undefined ? advanceClock(bench, { minutes, rounds }) : takeRest(bench, rest, minutes);
  },
});

/** A rest may be longer than the rules have it, but never shorter. */
function takeRest(bench: Workbench, length: 'short' | 'long', minutes: number): ToolAnswer {
  const rest = bench.system.manifest.narrator?.rest?.[length];
  const who = bench.state.find(playerId);
  const passed = advanceClock(bench, { minutes: Math.max(minutes, rest?.minutes ?? usualMinutes[length]) });
  if (!passed.ok || who === undefined) return passed;
  const rested = playMove(bench, { id: `${length} rest`, hint: { always: rest?.effects ?? [] }, who });
  return rested.ok
    ? { ok: true, say: [passed.say, rested.say].filter((say) => say !== '').join('\n') }
    : rested;
}

const usualMinutes = { short: 60, long: 480 } as const;
