// Joins a reply that was cut off with the one that goes on: a fence of its own and words said twice are left out.

/** So many characters are looked at for words said twice; fewer than the least may be alike by chance. */
const mostRepeated = 300;
const leastRepeated = 12;

export function joinCut(cut: string, next: string): string {
  const rest = next.replace(/^\s*`{3}\w*\r?\n/, '');
  for (let length = Math.min(mostRepeated, rest.length); length >= leastRepeated; length -= 1)
    if (cut.endsWith(rest.slice(0, length))) return cut + rest.slice(length);
  return cut + rest;
}
