// Computes how the words of a recap are shared among its parts.

/**
 * The words of each part, in the order of the parts: the newest part gets the most words, the second newest half as
 * many, the third newest a third as many, and so on.
 */
export function computeShares(parts: number, words: number): readonly number[] {
  const weights = Array.from({ length: parts }, (_, at) => 1 / (parts - at));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (words * weight) / all);
}
