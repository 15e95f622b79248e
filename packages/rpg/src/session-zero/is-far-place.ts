// Tells whether a name is that of a country, a continent or an ocean, which is too large to be a place of a game.

import lists from './story-words.json' with { type: 'json' };

const countries: ReadonlySet<string> = new Set(lists.countries.split(', '));
/** Names such as "Indian Ocean" and "the Roman Empire". */
const kinds = new RegExp(String.raw`\b(?:${lists.farKinds.replaceAll(', ', '|')})$`, 'iu');
const article = /^the /iu;

export function isFarPlace(names: readonly string[]): boolean {
  return names.some((name) => {
    const said = name.trim().toLowerCase();
    return countries.has(said) || countries.has(said.replace(article, '')) || kinds.test(said);
  });
}
