// Takes evenly spaced sentences out of a stretch of the story, in their order, as a summary.

/** If there are fewer sentences outside speech, spoken ones are drawn too, because so few would say too little. */
const fewestTold = 3;

/** The mark of a choice that readers are given: what it says need not happen. */
const choice = /^>?\s*(?:[-*]\s)?\[[ xX]?\]/u;

/**
 * Returns as many sentences as fit into `limit` characters, at equal distances, beginning with the first. Speech, and
 * sentences that only announce it (`he says:`), are drawn only if there is hardly anything else. Choices that readers are given are drawn
 * only if there is nothing else.
 */
export function drawSentences(sentences: readonly string[], limit: number): string {
  const happened = sentences.filter((text) => !choice.test(text));
  const told = happened.filter((text) => !/^["“‘„«]|:$/.test(text));
  if (told.length >= fewestTold) return drawEvenly(told, limit);
  return drawEvenly(happened.length > 0 ? happened : sentences, limit);
}

function drawEvenly(texts: readonly string[], limit: number): string {
  const draw = (count: number): string =>
    Array.from({ length: count }, (_, at) => texts[Math.floor((at * texts.length) / count)]).join(' ');
  let [fitting, over] = [0, texts.length + 1];
  while (over - fitting > 1) {
    const middle = Math.floor((fitting + over) / 2);
    if (draw(middle).length <= limit) fitting = middle;
    else over = middle;
  }
  return draw(fitting);
}
