// Splits the first part of an address into the world and, after a `~`, the companion whose memory is shown.

interface SplitAddress {
  readonly world: string;
  /** Undefined for the first companion. Outside the section Remember it has no meaning. */
  readonly mind: string | undefined;
}

export function splitAddress(addressed: string): SplitAddress {
  const [world = '', mind] = addressed.split('~');
  return { world, mind };
}
