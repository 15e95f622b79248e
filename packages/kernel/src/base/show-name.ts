// Shows a name that somebody else chose: on one line, of a bounded length, with nothing in it that cannot be seen.

const longestName = 100;

/** What no font shows, or what turns a line around, stands there by its number. */
export function showName(name: string): string {
  const shown = [...name.slice(0, longestName)]
    .map((sign) => (/[\p{C}\p{Zl}\p{Zp}]/u.test(sign) ? `\\u{${sign.codePointAt(0)?.toString(16)}}` : sign))
    .join('');
  return name.length <= longestName ? shown : `${shown}…`;
}
