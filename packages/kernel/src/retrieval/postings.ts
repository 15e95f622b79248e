// Packs the numbers of the texts in which a term occurs, and how often it occurs in each, into few bytes.

/** How a term occurs in the text at one place. */
interface Posting {
  /** The number of the text in the index. */
  readonly place: number;
  /** How often the term occurs in the text; 7 means 7 or more. */
  readonly count: number;
  /** How many terms the text has, with an error of up to a third. The largest number is about 4,400. */
  readonly length: number;
  readonly isQuestion: boolean;
}

const mostCounted = 7;
/** Lengths are rounded to powers of this number; the sixteen powers are from 1 to about 4,400. */
const lengthStep = 1.75;
const lengths = Float64Array.from({ length: 16 }, (_, step) => lengthStep ** step);

/**
 * Packs a weight into one byte: three bits for the count, one for whether the text is a question, four for the length.
 */
export function packWeight(posting: Omit<Posting, 'place'>): number {
  const step = Math.round(Math.log(Math.max(1, posting.length)) / Math.log(lengthStep));
  return (
    Math.min(mostCounted, Math.max(1, posting.count)) |
    (posting.isQuestion ? 8 : 0) |
    (Math.min(lengths.length - 1, step) << 4)
  );
}

export function isQuestionWeight(weight: number): boolean {
  return (weight & 8) !== 0;
}

export function readWeight(weight: number): Omit<Posting, 'place'> {
  return { count: weight & 7, isQuestion: isQuestionWeight(weight), length: lengths[weight >> 4] ?? 1 };
}

/** Places in ascending order, each with its weight. */
export interface PlaceRun {
  readonly places: readonly number[];
  readonly weights: readonly number[];
}

export function packRun({ places, weights }: PlaceRun, before: number): Uint8Array {
  const bytes: number[] = [];
  let last = before;
  for (const [at, place] of places.entries()) {
    let step = place - last;
    for (; step >= 128; step = Math.floor(step / 128)) bytes.push((step % 128) + 128);
    bytes.push(step, weights[at] ?? 0);
    last = place;
  }
  return Uint8Array.from(bytes);
}

/** The inverse of `packRun`. */
export function unpackRun(bytes: Uint8Array, before: number): PlaceRun {
  const places: number[] = [];
  const weights: number[] = [];
  let place = before;
  for (let at = 0; at < bytes.length; ) {
    let scale = 1;
    for (let byte = bytes[at++] ?? 0; ; byte = bytes[at++] ?? 0) {
      place += (byte % 128) * scale;
      if (byte < 128) break;
      scale *= 128;
    }
    places.push(place);
    weights.push(bytes[at++] ?? 0);
  }
  return { places, weights };
}

/** The part of a run that is at places of the set; the whole run if the set is undefined. */
export function filterRun(run: PlaceRun, within: ReadonlySet<number> | undefined): PlaceRun {
  if (within === undefined) return run;
  const kept = [...run.places.keys()].filter((at) => within.has(run.places[at] ?? 0));
  return {
    places: kept.map((at) => run.places[at] ?? 0),
    weights: kept.map((at) => run.weights[at] ?? 0),
  };
}
