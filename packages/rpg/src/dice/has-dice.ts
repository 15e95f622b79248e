// Tells whether a text contains dice to throw, or is a formula of numbers and names only.

const die = /\d\s*d\s*[\dF%(@]|\)\s*d|\bd[\d%(F@]/;

export function hasDice(text: string): boolean {
  return die.test(text);
}
