// Computes the salience of an entry: how much of the story read so far is about it.

export interface SalienceCounts {
  readonly mentions: number;
  /** Threads that mention the entry. */
  readonly threads: number;
}

export const noCounts: SalienceCounts = { mentions: 0, threads: 0 };

/** The tag of an entry that the story only mentions: nothing read so far says what it is. */
export const unexplained = 'unexplained';
/**
 * The weights of an unexplained entry in three cases: it was mentioned only once; it is a place or of unknown kind,
 * and was mentioned at most `fewMentions` times; both are true. Such places weigh less because stories name many of
 * them in passing.
 */
const onceWeight = 1 / 2;
const minorWeight = 1 / 3;
const onceMinorWeight = 1 / 4;
const fewMentions = 8;

/**
 * Mentions divided by the root of the number of threads; an unexplained entry may weigh less. Of two names that are
 * equally frequent, the one that a few chapters are about matters more than the one that occurs everywhere (a capital,
 * an oath, a nation). Because of the root, the main characters stay on top. 0 for an entry that was never mentioned.
 */
export function computeSalience({ mentions, threads }: SalienceCounts, tags: readonly string[] = []): number {
  return (mentions / Math.sqrt(Math.max(1, threads))) * computeWeight(mentions, tags);
}

function computeWeight(mentions: number, tags: readonly string[]): number {
  if (!tags.includes(unexplained)) return 1;
  const isMinor = tags.includes('term') || tags.includes('location');
  if (mentions <= 1) return isMinor ? onceMinorWeight : onceWeight;
  return mentions <= fewMentions && isMinor ? minorWeight : 1;
}
