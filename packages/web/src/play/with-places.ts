// Pairs each item of a list with its index, which is its React key if it has no other.

interface Placed<One> {
  readonly at: number;
  readonly one: One;
}

export function withPlaces<One>(list: readonly One[]): readonly Placed<One>[] {
  return list.map((one, at) => ({ at, one }));
}
