// RES_TRACK: a row of boxes that are ticked, such as stress or wounds.

import { z } from 'zod';
import { isList, type Json } from '../../values/json.ts';
import { refuse, refusePart, settleTo } from '../finish.ts';
import type { Done, FieldPart, Prefab } from '../prefab.ts';
import { readNumber, readTruth } from '../read-json.ts';
import { adjustNumber, clampNumber, setNumber } from '../values/number-range.ts';

const mostBoxes = 100;

const config = z
  .strictObject({
    boxes: z.number().int().min(1).max(mostBoxes).optional(),
    /** How many boxes are ticked at the beginning. */
    default: z.number().int().min(0).max(mostBoxes).default(0),
  })
  .refine((given) => given.default <= (given.boxes ?? mostBoxes), {
    path: ['default'],
    message: 'more boxes are ticked at the beginning than there are',
  });

type Config = z.output<typeof config>;
type Track = readonly boolean[];

const parts: readonly FieldPart[] = [
  { name: '', kind: 'list', isWritable: true },
  { name: 'filled', kind: 'number', isWritable: true },
  { name: 'free', kind: 'number', isWritable: false },
  { name: 'size', kind: 'number', isWritable: false },
];

function readTrack(value: Json | undefined, config: Config, max?: number): Track {
  const given = isList(value) ? value.slice(0, mostBoxes).map((box) => readTruth(box) === true) : undefined;
  const boxes = max ?? config.boxes ?? given?.length ?? 1;
  const size = clampNumber(boxes, { min: 1, max: mostBoxes }).value;
  if (given === undefined) return fill([], readNumber(value) ?? config.default, size);
  return given.length > size ? given.slice(0, size) : fill(given, 0, size);
}

/** Ticks `count` more boxes from the left, in a row of `size` boxes. */
function fill(track: Track, count: number, size: number): Track {
  let left = count;
  return Array.from({ length: size }, (_, at) => {
    if (track[at] === true) return true;
    left -= 1;
    return left >= 0;
  });
}

/** Clears `count` boxes from the right. */
function clear(track: Track, count: number): Track {
  let left = count;
  return track
    .toReversed()
    .map((box) => {
      if (box) left -= 1;
      return box && left < 0;
    })
    .toReversed();
}

function countFilled(track: Track): number {
  return track.filter(Boolean).length;
}

function mark(track: Track, count: number): Done {
  const filled = countFilled(track);
  const wanted = adjustNumber(filled, Math.trunc(count), { min: 0, max: track.length });
  if (!wanted.ok) return wanted;
  const change = Number(wanted.value) - filled;
  const value = change < 0 ? clear(track, -change) : fill(track, change, track.length);
  return { ok: true, value, because: wanted.because };
}

function setTrack(track: Track, input: Json): Done {
  if (!isList(input)) {
    const number = setNumber(input, { min: 0, max: track.length });
    if (!number.ok) return number;
    const marked = mark(track, number.value - countFilled(track));
    return marked.ok ? { ...marked, because: number.because } : marked;
  }
  const boxes = input.map(readTruth);
  const isWhole = boxes.length === track.length && boxes.every((box) => box !== undefined);
  return isWhole
    ? { ok: true, value: boxes.map((box) => box === true) }
    : refuse(
        `A list of ${track.length} values, each true or false, is needed, or the number of boxes that are ticked.`,
      );
}

/** Says why a value that was given became this row. */
function explainTrack(value: Json, { length }: Track): string {
  if (isList(value)) return `there are ${length} boxes`;
  const isTooMany = (readNumber(value) ?? 0) > length;
  return isTooMany ? `the maximum is ${length}` : 'the value before was not a row of boxes';
}

export const resTrack: Prefab<Config> = {
  id: 'RES_TRACK',
  about: 'A row of boxes that are ticked and cleared, such as stress or wounds.',
  config,
  derives: { max: { member: 'boxes', part: 'size', isNeeded: true }, default: true },
  listParts: () => parts,
  buildBlank: (config) => readTrack(undefined, config),
  settle(value, config, derived) {
    const track = readTrack(value, config, derived.max);
    return settleTo(value, track, value === undefined ? undefined : explainTrack(value, track));
  },
  read(value, part, config) {
    const track = readTrack(value, config);
    if (part === '') return track;
    if (part === 'filled') return countFilled(track);
    if (part === 'size') return track.length;
    return part === 'free' ? track.length - countFilled(track) : undefined;
  },
  render(value, config) {
    const track = readTrack(value, config);
    return `${track.map((box) => (box ? '■' : '□')).join('')} ${countFilled(track)}/${track.length}`;
  },
  describe: (path) => `${path}: boxes; adjust by n, a negative n clears; ${path}.filled of ${path}.size`,
  set(value, { part, input }, config) {
    if (part !== '' && part !== 'filled') return refusePart(part, parts);
    if (part === 'filled' && readNumber(input) === undefined) return refuse('A number of boxes is needed.');
    return setTrack(readTrack(value, config), input);
  },
  adjust(value, { part, delta }, config) {
    if (part !== '' && part !== 'filled') return refusePart(part, parts);
    return mark(readTrack(value, config), delta);
  },
  mark: (value, count, config) => mark(readTrack(value, config), count),
};
