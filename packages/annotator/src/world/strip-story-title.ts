// Strips the story's name from the title of a thread: serials often repeat it in each title, but a page shows it once.

/** A hyphen right between two words does not separate a name from a title, as in "Worm-eaten". */
const separator = /^(?!-[\p{L}\p{N}])[\s:·|,—–-]+/u;

/**
 * Returns the whole title if the story's name is only the beginning of a longer name, as "Worm" is of "Wormwood". In
 * one of the two, accents may be stored as letters of their own, or blanks may be doubled.
 */
export function stripStoryTitle(title: string, story: string): string {
  const [whole, name] = [foldTitle(title), foldTitle(story)];
  const rest = name !== '' && whole.startsWith(name) ? whole.slice(name.length) : '';
  const stripped = rest.replace(separator, '');
  return stripped === rest || stripped === '' ? title : stripped;
}

function foldTitle(title: string): string {
  return title.replace(/\s+/gu, ' ').trim().normalize('NFC');
}
