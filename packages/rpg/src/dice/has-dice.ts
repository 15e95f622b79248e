// Tells whether a text contains dice to roll, or only numbers and names.

const die = /\d\s*d\s*[\dF%(@]|\)\s*d|\bd[\d%(F@]/;

export function hasDice(text: string): boolean {
  return die.test(text);
}
