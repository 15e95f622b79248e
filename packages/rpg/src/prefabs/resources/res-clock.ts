// RES_CLOCK: a circle of segments that fill until something happens.

import { z } from 'zod';
import { isObject, type Json, type JsonObject } from '../../values/json.ts';
import { refuse, refusePart, settleTo } from '../finish.ts';
import type { Done, FieldPart, Prefab } from '../prefab.ts';
import { readMember, readNumber } from '../read-json.ts';
import { describeNumberNeeded } from '../show-text.ts';
import { clampNumber, setNumber } from '../values/number-range.ts';

const fewest = 2;
const most = 12;
const usual = 4;

const config = z
  .strictObject({
    /** The fixed number of segments; if absent, each clock has a number of its own, from 2 to 12, at first 4. */
    segments: z.number().int().min(fewest).max(most).optional(),
    /** How many segments are filled at the beginning. */
    default: z.number().int().min(0).max(most).default(0),
  })
  .refine((given) => given.default <= (given.segments ?? usual), {
    path: ['default'],
    message: 'more segments are filled at the beginning than there are',
  });

type Config = z.output<typeof config>;

interface Clock {
  readonly filled: number;
  readonly segments: number;
}

function listParts(config: Config): readonly FieldPart[] {
  return [
    { name: '', kind: 'number', isWritable: true },
    { name: 'filled', kind: 'number', isWritable: true },
    { name: 'segments', kind: 'number', isWritable: config.segments === undefined },
    { name: 'is_full', kind: 'boolean', isWritable: false },
  ];
}

function readClock(value: Json | undefined, config: Config, max?: number): Clock {
  const own = readNumber(readMember(value, 'segments'));
  const segments = clampNumber(max ?? config.segments ?? own ?? usual, { min: fewest, max: most }).value;
  const filled = readNumber(readMember(value, 'filled')) ?? readNumber(value) ?? config.default;
  return { filled: clampNumber(filled, { min: 0, max: segments }).value, segments };
}

function fill(clock: Clock, filled: number): Done {
  const { value, because } = clampNumber(filled, { min: 0, max: clock.segments });
  const reason = filled > clock.segments ? 'the clock is full' : because;
  return { ok: true, value: { filled: value, segments: clock.segments }, because: reason };
}

function advanceClock(clock: Clock, count: number): Done {
  if (!Number.isFinite(count)) return refuse('The change must be a number of segments.');
  return fill(clock, clock.filled + Math.trunc(count));
}

function setSegments(clock: Clock, input: Json): Done {
  const segments = setNumber(input, { min: fewest, max: most });
  if (!segments.ok) return segments;
  const filled = Math.min(clock.filled, segments.value);
  return { ok: true, value: { filled, segments: segments.value }, because: segments.because };
}

/** Takes `{ filled, segments }`; `segments` may be left out, and is ignored if the number is fixed. */
function setClock(clock: Clock, input: JsonObject, config: Config): Done {
  const wanted = readMember(input, 'segments');
  const filled = readNumber(readMember(input, 'filled'));
  if (filled === undefined) return refuse('A clock is set as { filled, segments }.');
  if (wanted === undefined || config.segments !== undefined) return fill(clock, filled);
  const sized = setSegments(clock, wanted);
  return sized.ok ? fill(readClock(sized.value, config), filled) : sized;
}

export const resClock: Prefab<Config> = {
  id: 'RES_CLOCK',
  about: 'A circle of 2 to 12 segments that fill until something happens.',
  config,
  derives: { max: { member: 'segments', part: 'segments' }, default: true },
  listParts: listParts,
  buildBlank: (config) => ({ ...readClock(undefined, config) }),
  settle(value, config, derived) {
    const clock = readClock(value, config, derived.max);
    const because = isObject(value)
      ? `there are ${clock.segments} segments`
      : 'the value before was not a clock';
    return settleTo(value, { ...clock }, value === undefined ? undefined : because);
  },
  read(value, part, config) {
    const clock = readClock(value, config);
    if (part === '' || part === 'filled') return clock.filled;
    if (part === 'segments') return clock.segments;
    return part === 'is_full' ? clock.filled >= clock.segments : undefined;
  },
  render(value, config) {
    const { filled, segments } = readClock(value, config);
    return `${'●'.repeat(filled)}${'○'.repeat(segments - filled)} ${filled}/${segments}`;
  },
  describe: (path) =>
    `${path}: a clock; adjust by n, a negative n clears; ${path}.filled of ${path}.segments`,
  set(value, { part, input }, config) {
    const clock = readClock(value, config);
    const isOpen = config.segments === undefined;
    if (part === '' && isObject(input)) return setClock(clock, input, config);
    if (part === 'segments' && isOpen) return setSegments(clock, input);
    if (part !== '' && part !== 'filled') return refusePart(part, listParts(config));
    const filled = readNumber(input);
    return filled === undefined ? refuse(describeNumberNeeded(input)) : fill(clock, filled);
  },
  adjust(value, { part, delta }, config) {
    if (part !== '' && part !== 'filled') return refusePart(part, listParts(config));
    return advanceClock(readClock(value, config), delta);
  },
  mark: (value, count, config) => advanceClock(readClock(value, config), count),
};
