// JSON fields: reads another program's JSON without trusting its shape.

export type Fields = Readonly<Record<string, unknown>>;

/** Returns an object's fields; an empty object for any other value. */
export function readFields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Parses the object in a line of JSON; undefined if there is none. */
export function parseLine(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Lists ids from the root to `leaf`; stops if an id occurs a second time. */
export function walkBranch(leaf: string, findParent: (id: string) => string | undefined): readonly string[] {
  const seen = new Set<string>();
  for (let id: string | undefined = leaf; id !== undefined && !seen.has(id); id = findParent(id))
    seen.add(id);
  return [...seen].reverse();
}
