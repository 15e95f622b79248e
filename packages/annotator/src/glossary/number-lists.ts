// Groups, counts and marks numbers in typed arrays, which is quick for millions of them.

/** Each key belongs to the value with the same index. */
export interface Pairs {
  readonly keys: Int32Array;
  readonly values: Int32Array;
}

/**
 * The values of a key are those from index `starts[key]` up to, but not including, `starts[key + 1]`, in their order.
 */
export interface NumberLists {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

/** Groups values by key. Every key must be less than `size`. */
export function groupByNumber({ keys, values }: Pairs, size: number): NumberLists {
  const starts = new Int32Array(size + 1);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  }
  for (let key = 1; key <= size; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const next = starts.slice();
  const grouped = new Int32Array(values.length);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? 0;
    const place = next[key] ?? 0;
    grouped[place] = values[at] ?? 0;
    next[key] = place + 1;
  }
  return { starts, values: grouped };
}

/** A copy of a column, filled up with zeros to `size` if it is shorter. */
export function copyToSize(column: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(Math.max(size, column.length));
  longer.set(column);
  return longer;
}

interface Tally {
  add(number: number): void;
  /** Each number that was added, and how often it was added. */
  list(): readonly (readonly [number: number, count: number])[];
}

/** Counts how often each number is added. Numbers must be less than `size`. */
export function buildTally(size: number): Tally {
  const counts = new Int32Array(size);
  const added: number[] = [];
  return {
    add(number) {
      const count = counts[number] ?? 0;
      if (count === 0) added.push(number);
      counts[number] = count + 1;
    },
    list: () => added.map((number) => [number, counts[number] ?? 0] as const),
  };
}

export interface Marks {
  /** Forgets all marks. */
  start(): void;
  /** Whether the number has no mark yet. Marks it. */
  isFresh(number: number): boolean;
}

/** Marks numbers, which must be less than `size`. */
export function buildMarks(size: number): Marks {
  const marks = new Int32Array(size);
  let round = 1;
  return {
    start() {
      round += 1;
    },
    isFresh(number) {
      if (marks[number] === round) return false;
      marks[number] = round;
      return true;
    },
  };
}
