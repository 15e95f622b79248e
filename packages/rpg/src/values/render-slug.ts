// Slug of a name: how it stands in keys and ids, and by which two spellings of it are one.

const longest = 60;

/** Small letters, digits and hyphens; empty where the name has neither letters nor digits. */
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
