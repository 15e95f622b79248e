// Strips the story's name from the title of a thread: serials often repeat it in each title, but a page shows it once.

/** A hyphen right between two words separates nothing, as in "Worm-eaten". */
const separator = /^(?!-[\p{L}\p{N}])[\s:·|,—–-]+/u;

/** The whole title if the story's name is only the beginning of a longer name, as "Worm" is of "Wormwood". */
export function stripStoryTitle(title: string, story: string): string {
  const rest = story !== '' && title.startsWith(story) ? title.slice(story.length) : '';
  const stripped = rest.replace(separator, '');
  return stripped === rest || stripped === '' ? title : stripped;
}
