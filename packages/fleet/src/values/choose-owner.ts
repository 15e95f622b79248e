// Chooses which owner is served next: nobody is passed over for long, and nobody has more than their share at once.

export interface OwnerStanding {
  readonly name: string;
  /** The owner's part of the workers' time, relative to the shares of other owners. */
  readonly share: number;
  /** How many of the owner's worlds may be worked on at once; undefined for no bound. */
  readonly most: number | undefined;
  readonly running: number;
  /**
   * The sum of the owner's turns so far, each counted as 1 divided by the share. The owner with the lowest sum is
   * next.
   */
  readonly pass: number;
}

export interface Turn {
  readonly owner: OwnerStanding;
  readonly pass: number;
  /** The lowest sum among the owners who have waiting tasks and are below their bound. */
  readonly floor: number;
}

/**
 * Sorts the owners who are below their bound by their sums of turns, in which each task in progress counts as a turn; a
 * worker looks for tasks in this order. `pass` is the sum that the fleet has reached: an owner who was away starts
 * there and does not catch up.
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
