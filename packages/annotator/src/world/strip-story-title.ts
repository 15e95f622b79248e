// Strips the story's name from the title of a thread: serials often repeat it in each title, but a page shows it once.

export function stripStoryTitle(title: string, story: string): string {
  const rest = title.startsWith(story) ? title.slice(story.length).replace(/^[\s:·|—–-]+/u, '') : '';
  return rest === '' ? title : rest;
}
