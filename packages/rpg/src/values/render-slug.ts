// Renders the slug of a name: its form in keys and ids, in which different spellings of a name are equal.

const longest = 60;

/** The slug has lower case letters, digits and hyphens; it is empty if the name has neither letters nor digits. */
export function renderSlug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’\p{M}]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, longest)
    .replace(/\p{Cs}|^-+|(?<!-)-+$/gu, '')
    .normalize('NFC');
}
