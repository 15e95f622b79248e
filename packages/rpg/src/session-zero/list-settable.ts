// Lists what can be set on a character: each path with its label, its options or bounds, and a hint.

import type { System } from '../system/system.ts';

export interface Settable {
  readonly path: string;
  readonly label: string;
  readonly category: string;
  /** The kind of field. */
  readonly prefab: string;
  /** How the path is written, with the options or bounds of the value, in one line. */
  readonly manner: string;
  /** What the author of the system says about the value. */
  readonly hint?: string | undefined;
}

/** The values in the order of the sheet, without those that only formulas set and those in `given`. */
export function listSettable({ sheets }: System): readonly Settable[] {
  return (sheets.get('character')?.fields ?? []).flatMap(({ path, definition, kind, parts }) =>
    parts.some(({ isWritable }) => isWritable) && !given.has(path)
      ? [
          {
            path,
            label: definition.label,
            category: definition.category,
            prefab: kind.id,
            manner: kind.hint(path),
            hint: definition.usage_hint,
          },
        ]
      : [],
  );
}

/** The character's name, description and place are set in other ways. */
const given: ReadonlySet<string> = new Set(['name', 'about', 'at']);
