// Stems: a word without its commonest English endings, so that `camping`, `camped` and `camp` are one.

const vowel = /[aeiouy]/;

/** Lower-case in, lower-case out; never empty for a word that is not. */
export function stemWord(lower: string): string {
  let word = lower.replace(/['’]s?$/u, '');
  if (word.length <= 3) return word || lower;
  if (word.endsWith('ies')) word = `${word.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x|z)es$/.test(word)) word = word.slice(0, -2);
  else if (/[^siu]s$/.test(word)) word = word.slice(0, -1);
  const ended = /^(.+?)(?:ing|ed)$/.exec(word)?.[1];
  if (ended !== undefined && ended.length >= 3 && vowel.test(ended)) word = stripDouble(ended);
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word;
}

/** `runn` → `run`; `dress` and `spell` keep theirs. */
function stripDouble(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}
