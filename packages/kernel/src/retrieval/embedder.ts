// Embedder: the port to whatever turns texts into vectors whose angle says how alike the texts are.

export interface Embedder {
  /** Names model and settings: vectors of different ids are never compared. */
  readonly id: string;
  /** How many numbers a vector has. */
  readonly dimensions: number;
  /**
   * One vector of length 1 for each text, in order; no texts give none. Throws `ProviderError` when time may mend it,
   * `ModelError` when the answer is unusable, and the signal's reason once it is aborted.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /** Lets go of what it holds; what is on its way is aborted. May be called twice. */
  close(): Promise<void>;
}

/** A vector of the same direction and of length 1; one without direction stays as it is. */
export function normaliseVector(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
