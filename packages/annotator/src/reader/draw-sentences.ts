// Takes evenly spaced sentences out of a stretch of the story, in their order, as a summary.

/** If there are fewer sentences outside speech, spoken ones are drawn too, because so few would say too little. */
const fewestTold = 3;

/**
 * Returns as many sentences as fit into `limit` characters, at equal distances, beginning with the first. Speech, and
 * sentences that only announce it (`he says:`), are drawn only if there is hardly anything else.
 */
export function drawSentences(sentences: readonly string[], limit: number): string {
  const told = sentences.filter((text) => !/^["“‘„«]|:$/.test(text));
  return drawEvenly(told.length >= fewestTold ? told : sentences, limit);
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
