// Tells whether JSON is a character card of SillyTavern's versions 1 to 3.

/** Whether a text that may be cut off begins like a card. A long card of version 1 is not recognised if it is cut off. */
export function isCardOpening(opening: string): boolean {
  if (!/^\s*\{/u.test(opening)) return false;
  return /"spec"\s*:\s*"chara_card_/u.test(opening) || isCharacterCard(opening);
}

export function isCharacterCard(text: string): boolean {
  const { spec, name, ...others } = parseFields(text);
  if (typeof spec === 'string') return spec.startsWith('chara_card');
  return typeof name === 'string' && 'first_mes' in others;
}

function parseFields(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
