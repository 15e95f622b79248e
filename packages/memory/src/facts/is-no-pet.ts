// Tells whether words only seem to tell of an animal that somebody has: "a dog bed", or a dog that died.
import patterns from './fact-patterns.json' with { type: 'json' };
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const gone = toWordSet('died,dead');
/** Words that tell of a death only if no object follows: "Rex passed", but not "Rex passed his test". */
const goneAlone = toWordSet('lost,passed,buried');
const goneBefore = toWordSet('late,dead');
/** What people do with an animal that is gone: "we buried our cat". */
const parting = toWordSet('lost,buried');
const objects = toWordSet('a,an,the,my,our,his,her,its,their,some,every,all,one,two,three');
/** Words with which the next clause goes on about the animal. */
const references = toWordSet('who,which,that,he,she,it,they');
const pets = toWordSet(patterns.lists.pet);
const joints = toWordSet('and,but');
/** Words that may follow the word for an animal. Most other words name a thing together with it: "dog food". */
const following = toWordSet(
  `${patterns.stops},${patterns.pronouns},called,named,at,in,on,of,by,near,here,there,up,down,is,are,was,has,who,back,home,inside,outside,indoors,outdoors,upstairs,downstairs`,
);

interface Told {
  readonly relation: string;
  readonly isNamed: boolean;
  /** The place at which the words that tell of the animal begin. */
  readonly start: number;
  /** The place after the value. */
  readonly end: number;
}

export function isNoPet(tokens: readonly Token[], { relation, isNamed, start, end }: Told): boolean {
  if (relation !== 'pet') return false;
  if (isGoneBefore(tokens, start, end) || isGoneAfter(tokens, end)) return true;
  const next = tokens[end];
  if (isNamed || next === undefined || tokens[end - 1]?.isEnd === true) return false;
  return !(next.isCapital || following.has(next.word) || /\p{L}{2}(?:ing|ed)$/u.test(next.word));
}

/**
 * Whether the words before or around the animal say that it is gone: "my late dog Rex", "we buried our cat Tom", "we
 * put our dog down".
 */
function isGoneBefore(tokens: readonly Token[], start: number, end: number): boolean {
  const former = tokens[start - 1];
  if (former?.isEnd === false && parting.has(former.word)) return true;
  if (former?.word === 'put' && tokens[end]?.word === 'down') return true;
  if (former?.word === 'down' && tokens[start - 2]?.word === 'put') return true;
  return tokens
    .slice(start, end)
    .some(({ word: told }, at) => goneBefore.has(told) && pets.has(tokens[start + at + 1]?.word ?? ''));
}

/**
 * Whether the words after the animal say that it is gone: "our dog Rex died last week", "I have a dog, but he
 * died", "Rex was ill and died".
 */
function isGoneAfter(tokens: readonly Token[], end: number): boolean {
  let isAbout = true;
  return tokens.slice(end).some(({ word }, after) => {
    const former = tokens[end + after - 1];
    const isJoined = joints.has(former?.word ?? '');
    if (joints.has(word)) return false;
    if (former?.isEnd === true) isAbout = references.has(word);
    else if (isJoined) isAbout = references.has(word) || (isAbout && gone.has(word));
    return isAbout && isGoneAt(tokens, end + after);
  });
}

function isGoneAt(tokens: readonly Token[], at: number): boolean {
  const [word = '', next] = [tokens[at]?.word, tokens[at + 1]?.word];
  if (word === 'down' && tokens[at - 1]?.word === 'put') return true;
  return gone.has(word) || (goneAlone.has(word) && !(tokens[at]?.isEnd === false && objects.has(next ?? '')));
}
