// Count of: renders a number with its noun, as in "3 entries".

const numbers = new Intl.NumberFormat('en');

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}
