// Computes how rare a word is among fragments.

/**
 * The weight of a word that `bearers` of `all` fragments contain. It is computed like the weight of a word in
 * BM25.
 */
export function computeRarity(bearers: number, all: number): number {
  return Math.log(1 + Math.max(0.5, all - bearers + 0.5) / (bearers + 0.5));
}
