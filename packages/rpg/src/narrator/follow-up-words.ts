// Recognises questions about what was just said, such as "what do you mean?" and "and then?".

/** Questions that are only about what was said just before. */
export const followUp =
  /^ (?:(?:and|but|so|then|oh|well) )*(?:why|how|how so|how come|when|where|who|what|why not|why so|what then|then what|and then|what next|what else|which|which one|what for|for what|since when|until when|who (?:to|for|with|from|by)|(?:to|for|with|from|by) whom?|where (?:to|from)|like what|such as|(?:why|how|when|where|who|what) (?:is|was|were|are) (?:that|it|this|those)|what happened (?:then|next|after|after that|afterwards)|what (?:do|did) you mean(?: (?:by )?(?:that|it))?|how do you mean|what does (?:that|it) mean|what (?:did|do) you do (?:that|it) for|why (?:did|do) you (?:do|say) (?:that|it|so)|who (?:did|does|told you) (?:that|it)|how do you know(?: that)?|are you (?:sure|certain)|really|is that (?:so|true)|tell me more|say more|what about (?:it|that)) (?:then )?$/;

/** Questions such as "What do you mean?", which ask for the last words again. */
const again = / (?:mean|sure|certain|really|is that (?:so|true)) /;
/** Questions such as "And then?", which ask for what comes next. */
const onward = / (?:then|next|more|else|after|afterwards) $/;

export function isAskedAgain(heard: string): boolean {
  return again.test(heard);
}

export function isAskedOn(heard: string): boolean {
  return onward.test(heard);
}
