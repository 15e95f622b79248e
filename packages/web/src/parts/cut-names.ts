// Cuts the names of a picture to a length that fits: at their ends, or in the middle if two of them would look the same.

/**
 * Returns the short form of each name, in the order of the names; names that would look the same are cut in the middle.
 */
export function cutNames(names: readonly string[], longest: number): readonly string[] {
  const cut = names.map((name) => cutEnd(name, longest));
  return names.map((name, at) => {
    const isShared = cut.some((one, other) => other !== at && one === cut[at]);
    return isShared ? cutMiddle(name, longest) : (cut[at] ?? name);
  });
}

function cutEnd(name: string, longest: number): string {
  const signs = [...name];
  return signs.length <= longest ? name : `${signs.slice(0, longest - 1).join('')}…`;
}

function cutMiddle(name: string, longest: number): string {
  const signs = [...name];
  if (signs.length <= longest) return name;
  const behind = Math.floor((longest - 1) / 2);
  return `${signs.slice(0, longest - 1 - behind).join('')}…${signs.slice(-behind).join('')}`;
}
