// Clock tick: fills segments of a clock, and makes the clock where it does not exist yet.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import type { Entity } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
import { isObject } from '../values/json.ts';
import { longestText, name } from './arguments.ts';
import { createNamed } from './create-named.ts';
import { resolveTarget } from './resolve-target.ts';
import { listSecretsOf } from './secrets.ts';
import type { Workbench } from './workbench.ts';
import { resolvePlaceOf, writeField } from './write-field.ts';

const input = z.strictObject({
  name,
  ticks: z.number().int().min(-12).max(12).default(1),
  segments: z.number().int().min(2).max(12).optional(),
  about: z.string().max(longestText).optional(),
});

export const clockTick = buildTool<typeof input, Workbench>({
  name: 'clock_tick',
  description: 'Tick a clock; segments makes a missing one. Negative clears.',
  isWrite: true,
  input,
  run({ name, ticks, segments, about }, bench) {
    const found = resolveTarget(bench.state, name, ['clock'], { isWhole: segments !== undefined });
    if (!found.ok && segments === undefined) {
      return { ok: false, say: `${found.say} Give segments (2 to 12) to make it.` };
    }
    const made = found.ok
      ? undefined
      : createNamed(bench, { type: 'clock', name, values: { 'progress.segments': segments, about } });
    if (made !== undefined && (!made.ok || ticks === 0)) return made;
    const clock = found.ok ? found.entity : made?.entity;
    if (clock === undefined) return { ok: false, say: `There is no such clock.` };
    const place = resolvePlaceOf(bench, clock, 'progress');
    if (!place.ok) return place;
    const { kind } = place.field;
    const done = kind.mark?.(place.value, ticks);
    if (done === undefined) return { ok: false, say: `${clock.id} cannot be ticked.` };
    const answer = writeField(bench, place, done);
    return answer.ok ? { ok: true, say: [answer.say, ...describeStrike(bench, clock)].join('\n') } : answer;
  },
});

/** What a clock that is full brings, for the game master alone. */
function describeStrike(bench: Workbench, clock: Entity): readonly string[] {
  const progress = bench.state.find(clock.id)?.sheet['progress'];
  const isFull = isObject(progress) && progress['filled'] === progress['segments'];
  return isFull ? listSecretsOf(bench, clock).map(markSecret) : [];
}
