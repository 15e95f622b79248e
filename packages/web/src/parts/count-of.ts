// Count of: a number with its noun.

const numbers = new Intl.NumberFormat('en');

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}
