// Renders a skill that has a rank of training: the modifier with which it is rolled, and the rank in words.

const ranks = ['', ' trained', ' expert', ' master', ' legend'] as const;

/** Such as `+5 trained`; the rank is left out if it is undefined, or if the skill is not trained. */
export function renderRank(modifier: number, rank?: number): string {
  return `${modifier < 0 ? '' : '+'}${modifier}${ranks[rank ?? 0] ?? ''}`;
}
