// Writes numbers below a thousand as words.

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

export function renderNumberWord(value: number): string {
  if (value < 20) return small[value] ?? String(value);
  if (value < 100) {
    const rest = value % 10;
    return `${tens[Math.floor(value / 10) - 2]}${rest === 0 ? '' : `-${small[rest]}`}`;
  }
  const rest = value % 100;
  const hundreds = `${small[Math.floor(value / 100)]} hundred`;
  return rest === 0 ? hundreds : `${hundreds} and ${renderNumberWord(rest)}`;
}
