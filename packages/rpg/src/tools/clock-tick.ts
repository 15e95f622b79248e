// The tool `clock_tick`: fills segments of a clock, and creates the clock if it does not exist yet.

import { buildTool, type ToolAnswer } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { isFullClock } from '../state/is-full-clock.ts';
import type { Entity } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
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
  /** Whether to remove the clock, because the event it counted towards can no longer happen. */
  over: z.boolean().optional(),
});

export const clockTick = buildTool<typeof input, Workbench>({
  name: 'clock_tick',
  description: 'Tick a clock, or make one with segments. Negative clears.',
  isWrite: true,
  input,
  run(asked, bench) {
    const found = resolveTarget(bench.state, asked.name, ['clock'], {
      isWhole: asked.segments !== undefined,
    });
    if (asked.over === true) return found.ok ? removeClock(bench, found.entity) : found;
    return found.ok ? advance(bench, found.entity, asked.ticks) : createClock(bench, asked, found.say);
  },
});

function createClock(bench: Workbench, asked: z.output<typeof input>, missing: string): ToolAnswer {
  const { name, ticks, segments, about } = asked;
  if (segments === undefined) return { ok: false, say: `${missing} Give segments (2 to 12) to make it.` };
  const made = createNamed(bench, { type: 'clock', name, values: { 'progress.segments': segments, about } });
  if (!made.ok) return made;
  const answer = ticks === 0 ? made : advance(bench, made.entity, ticks);
  return answer.ok && about === undefined
    ? { ok: true, say: `${answer.say}${renderUndecided(bench, made.entity)}` }
    : answer;
}

/**
 * Asks a model to decide what happens once the clock is full. For a clock that the rules create, such as Danger, nobody
 * else decides this.
 */
function renderUndecided({ by }: Workbench, { id }: Entity): string {
  if (by !== 'model') return '';
  return markSecret(
    `\nWhat a full ${id} brings is yours to decide: note it with notebook (kind: brings, of: ${id}).`,
  );
}

function advance(bench: Workbench, clock: Entity, ticks: number): ToolAnswer {
  const place = resolvePlaceOf(bench, clock, 'progress');
  if (!place.ok) return place;
  const done = place.field.kind.mark?.(place.value, ticks);
  if (done === undefined) return { ok: false, say: `${clock.id} cannot be ticked.` };
  const answer = writeField(bench, place, done);
  return answer.ok ? { ok: true, say: [answer.say, ...describeStrike(bench, clock)].join('\n') } : answer;
}

function removeClock(bench: Workbench, { id }: Entity): ToolAnswer {
  bench.remove(id, 'it is over');
  return { ok: true, say: `${id} is over and runs no more.` };
}

/**
 * If the clock is full, the secrets about it, such as what happens now, marked for the game master; otherwise empty.
 */
function describeStrike(bench: Workbench, clock: Entity): readonly string[] {
  const now = bench.state.find(clock.id);
  return now !== undefined && isFullClock(now) ? listSecretsOf(bench, clock).map(markSecret) : [];
}
