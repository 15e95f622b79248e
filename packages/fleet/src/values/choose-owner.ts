// Chooses which owner is served next: nobody is passed over for long, and nobody has more than their share at once.

/** An owner with waiting tasks. */
export interface OwnerStanding {
  readonly name: string;
  /** The owner's part of the workers' time, relative to the shares of the other owners. */
  readonly share: number;
  /** How many of the owner's worlds may be worked on at once; undefined for no bound. */
  readonly most: number | undefined;
  readonly running: number;
  /** The owner's turns so far, each counted as 1 divided by the share. The owner with the lowest count is next. */
  readonly pass: number;
}

export interface Turn {
  readonly owner: OwnerStanding;
  /** The owner's count after this turn. */
  readonly pass: number;
  /** The lowest count of turns among the owners with waiting tasks who are below their bound. */
  readonly floor: number;
}

/**
 * Sorts the owners by their counts of turns, where each task under way counts as a turn; a worker looks for
 * tasks in this order. `pass` is the count that the fleet has reached: an owner who was away starts there and
 * does not catch up.
 */
export function rankOwners(owners: readonly OwnerStanding[], pass: number): readonly Turn[] {
  const starts = owners
    .filter(({ most, running }) => most === undefined || running < most)
    .map((owner) => ({ owner, start: Math.max(owner.pass, pass) }));
  const floor = Math.min(...starts.map(({ start }) => start));
  return starts
    .map((one) => ({ ...one, rank: one.start + one.owner.running / one.owner.share }))
    .sort((one, other) => one.rank - other.rank || compareNames(one, other))
    .map(({ owner, start }) => ({ owner, pass: start + 1 / owner.share, floor }));
}

function compareNames(one: { owner: OwnerStanding }, other: { owner: OwnerStanding }): number {
  return one.owner.name < other.owner.name ? -1 : 1;
}
