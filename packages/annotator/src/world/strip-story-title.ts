// Strips the story's own name from the title of a thread: a serial often repeats it in each, while a page says it only once.

export function stripStoryTitle(title: string, story: string): string {
  const rest = title.startsWith(story) ? title.slice(story.length).replace(/^[\s:·|—–-]+/u, '') : '';
  return rest === '' ? title : rest;
}
