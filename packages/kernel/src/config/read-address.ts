// Reads the provider in the name of a model, and the host in an address.

/** The provider: the part before the colon of a model's name. */
export function readProvider(model: string): string | undefined {
  return /^([a-z][a-z0-9-]*):/u.exec(model)?.[1];
}

/** Scheme, host and port; undefined for a text that is not an address. */
export function readOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
