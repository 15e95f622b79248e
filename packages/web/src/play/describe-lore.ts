// Describes where a recollection of the narrator is from, and why it came to mind.

export function describeLore(place: string, because: string | undefined): string {
  if (because === undefined) return place;
  const { by, words } = /^(?<by>words|scene): (?<words>.+)$/u.exec(because)?.groups ?? {};
  return words === undefined ? `${place} (${because})` : `${place} (found by the ${by}: ${words})`;
}
