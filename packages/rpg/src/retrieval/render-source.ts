// Renders where something that is remembered came from, in words.

const longestQuote = 120;

/** A glossary's entry with its quote, a place in a rulebook, a card or book of lore, or the turn in which it was noted. */
export function renderSource(source: unknown, turnNumber: number): string {
  if (typeof source !== 'object' || source === null) return `turn ${turnNumber}`;
  const members = source as Readonly<Record<string, unknown>>;
  const read = (name: string) => {
    const value = members[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const where = [read('glossary'), read('file'), read('card'), read('scenario')].find((name) => name !== '');
  const words = read('quote').replace(/\s+/gu, ' ').slice(0, longestQuote);
  if (where === undefined) return `turn ${turnNumber}`;
  return words === '' ? where : `${where}: "${words}"`;
}
