// Tells whether a sentence is a sure statement; cuts off a doubtful statement about something else that follows a sure one.
import patterns from './fact-patterns.json' with { type: 'json' };
import type { Sentence, Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const unsure = patterns.unsure.split(',').map((phrase) => phrase.split(' '));
const [reported, questions] = [toWordSet(patterns.reported), toWordSet(patterns.questions)];
/** Words that follow the verb in a question without a question mark. */
const asked = toWordSet('i,we,you,my,our,your,he,she,they,it');
const firstPersons = toWordSet('i,we');

/** Doubts that are only about their own statement: "…, and I might sell the piano". */
const ownDoubts = toWordSet(
  'might,could,would,should,maybe,perhaps,probably,possibly,hope,wish,thinking,planning,think,believe,fear,suspect,reckon',
);

const [opinions, feared] = [
  toWordSet('think,believe,fear,suspect,reckon,feel'),
  toWordSet('afraid,scared,worried'),
];
/** Words at the beginning of a statement that somebody only thinks: "I think my sister is vegan". */
const thought = toWordSet('i,we,my,our,he,she,they,his,her,their,that,there');

/**
 * Leaves out a doubtful statement that follows a sure one and is about something else: "I live alone now, and I might
 * sell the piano". Any other doubt may take back what comes before it ("and I'm joking").
 */
export function cutLaterDoubt(sentence: Sentence): Sentence {
  const { tokens } = sentence;
  if (sentence.isQuestion || isSure(sentence)) return sentence;
  const joint = tokens.findIndex(
    ({ word }, at) => (word === 'and' || word === 'but') && firstPersons.has(tokens[at + 1]?.word ?? ''),
  );
  if (joint < 1) return sentence;
  const former = { ...sentence, tokens: tokens.slice(0, joint) };
  const later = tokens.slice(joint).filter(({ word }) => !ownDoubts.has(word));
  return isSure(former) && isSure({ ...sentence, tokens: later }) ? former : sentence;
}

/** Whether the sentence is a statement, and not a question, a doubt, a wish or somebody else's words. */
export function isSure({ tokens, isQuestion }: Sentence): boolean {
  const [first, second] = tokens;
  if (first === undefined || isQuestion) return false;
  if (questions.has(first.word) && asked.has(second?.word ?? '')) return false;
  const words = tokens.map(({ word }) => word);
  if (tokens.some((_, at) => isOnlyThought(tokens, at))) return false;
  if (words.some((word, at) => reported.has(word) && words[at - 1] !== 'i')) return false;
  return !words.some((_, at) =>
    unsure.some((phrase) => phrase.every((one, next) => words[at + next] === one)),
  );
}

/**
 * Whether words such as "I think" or "I'm afraid" begin here: the speaker is not sure of what follows or, if the
 * words end the sentence, of what came before.
 */
function isOnlyThought(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.word !== 'i') return false;
  const isFear = tokens[at + 1]?.word === 'am' && feared.has(tokens[at + 2]?.word ?? '');
  const last = isFear ? at + 2 : at + 1;
  if (isFear ? isPolite(tokens, last) : !opinions.has(tokens[last]?.word ?? '')) return false;
  const next = tokens[last + 1];
  if (next === undefined) return tokens[at - 1]?.isEnd === true;
  return !tokens[last]?.isEnd && (thought.has(next.word) || next.isCapital);
}

/** Whether "I'm afraid" is said out of politeness: in "I'm afraid I'm allergic to nuts", not in "… that I am ill". */
function isPolite(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.word === 'afraid' && firstPersons.has(tokens[at + 1]?.word ?? '');
}
