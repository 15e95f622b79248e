// Tells whether words only seem to tell of an animal that somebody has: "a dog bed", or a dog that died.
import patterns from './fact-patterns.json' with { type: 'json' };
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const gone = toWordSet('died,dead,lost,buried,passed,late');
/** Words that may follow an animal; any other word names a thing together with it. */
const following = toWordSet(
  `${patterns.stops},${patterns.pronouns},called,named,at,in,on,of,by,near,here,there,up,down,is,are,was,has,who`,
);

interface Told {
  readonly relation: string;
  /** Whether the animal has a name. */
  readonly isNamed: boolean;
  /** The place after the value. */
  readonly end: number;
}

export function isNoPet(tokens: readonly Token[], { relation, isNamed, end }: Told): boolean {
  if (relation !== 'pet') return false;
  if (tokens.some(({ word }, at) => gone.has(word) || (word === 'down' && tokens[at - 1]?.word === 'put')))
    return true;
  const next = tokens[end];
  if (isNamed || next === undefined || tokens[end - 1]?.isEnd === true) return false;
  return !(next.isCapital || following.has(next.word) || /\p{L}{2}(?:ing|ed)$/u.test(next.word));
}
