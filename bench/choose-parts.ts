// Chooses the parts of a bench to run: those that were named, or all; an unknown name is refused.

/**
 * Throws for a name that no part has: otherwise a measurement that was never made would look like one that went well.
 */
export function chooseParts<Part>(
  parts: Readonly<Record<string, Part>>,
  named: readonly string[],
): readonly Part[] {
  const unknown = named.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined)
    throw new Error(`This bench has no part "${unknown}". Name some of: ${Object.keys(parts).join(', ')}.`);
  return Object.entries(parts)
    .filter(([name]) => named.length === 0 || named.includes(name))
    .map(([, part]) => part);
}
