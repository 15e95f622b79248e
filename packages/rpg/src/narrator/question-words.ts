// Question words: patterns of how questions begin, including those that are put to somebody.

export const questionStart =
  /^ (?:is|are|was|were|does|do|did|can|could|will|would|has|have|had|should|am) (?!you )(?:the|a|an|it|he|she|they|there|this|that|my|anyone|anybody|someone|somebody|any|i|we|his|her|their)\b/;
export const askStart = /^ (?:what|who|where|why|when|how|which|whose|about)\b/;
/** A question that is put to somebody, whose name may come before it. */
export const toSomebody = /^ (?:\S+ ){0,3}(?:have|do|did|are|were|can|could|would|will) you /;
/** A question about the person asked: "about yourself", "what you do here". */
export const selfQuestion =
  / about (?:yourself|yourselves|himself|herself|themselves|themself|your life|(?:his|her|their) life) | me of yourself | what (?:do )?(?:you|he|she|they) (?:do|does) (?:here |for a living |all day )?$/;

/**
 * Whether a piece of the words begins like a question, so that it is one of its own and not part of the piece before
 * it.
 */
export function isQuestionAlone(heard: string): boolean {
  return askStart.test(heard) || questionStart.test(heard) || toSomebody.test(heard);
}
