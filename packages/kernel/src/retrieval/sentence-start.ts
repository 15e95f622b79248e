// Tells whether a word begins a line, a sentence or direct speech, where any word would have a capital.

/** A full stop that does not end a sentence: after a title before a name, or after an initial. */
const abbreviation =
  /(?:^|[^\p{L}\p{M}])(?:M[rs]|Mrs|Messrs|Mme|Mlle|Dr|St|Ste|Fr|Sr|Sgt|Capt|Cpt|Col|Gen|Lt|Maj|Rev|Hon|Prof|Gov|Sen|\p{Lu})\.\s$/u;

export function isSentenceStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 8), at);
  if (before.includes('\n', before.trimEnd().length)) return true;
  if (!/(?:^|[.!?…:;]["”’'»)\]]*\s|["“‘«([>*_#—-]\s*)$/.test(before)) return false;
  return !abbreviation.test(before);
}
