// Chooses the owner whose turn it is: nobody is passed over for long, and nobody has more than their share at once.

/** An owner with something that waits. */
export interface OwnerStanding {
  readonly name: string;
  /** How much of the workers is theirs, against the shares of the others. */
  readonly share: number;
  /** The most that may be worked on at once; undefined for no bound. */
  readonly most: number | undefined;
  readonly running: number;
  /** How far their own turn has come. */
  readonly pass: number;
}

export interface Turn {
  readonly owner: OwnerStanding;
  /** How far the owner's turn comes by this. */
  readonly pass: number;
  /** How far the turn of all has come: that of the owner who is least far. */
  readonly floor: number;
}

/**
 * The owners in the order in which they are asked for work: by how far their turn has come, where each task that is
 * under way counts like a turn of its own. `pass` is how far the turn of all has come: whoever was away does not catch
 * up.
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
