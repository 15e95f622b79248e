// With places: pairs each item of a list with its index, as the key for React where an item has no other.

interface Placed<One> {
  readonly at: number;
  readonly one: One;
}

export function withPlaces<One>(list: readonly One[]): readonly Placed<One>[] {
  return list.map((one, at) => ({ at, one }));
}
