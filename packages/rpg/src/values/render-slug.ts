// Renders a name as a slug for keys and ids, which is the same for different spellings of the name.

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
