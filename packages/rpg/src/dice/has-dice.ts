// Finder of dice: whether a text throws any, or is a formula of numbers and names alone.

const die = /\d\s*d\s*[\dF%(@]|\)\s*d|\bd[\d%(F@]/;

export function hasDice(text: string): boolean {
  return die.test(text);
}
