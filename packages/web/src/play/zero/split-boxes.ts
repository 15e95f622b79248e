// Splits the fields of a group into those in columns and the boxes to tick, which stand in a row of their own below.

import type { ShownField } from '../table-types.ts';

interface Part {
  readonly kind: 'fields' | 'boxes';
  readonly fields: readonly ShownField[];
}

/** A part without fields is left out. */
export function splitBoxes(fields: readonly ShownField[]): readonly Part[] {
  const isBox = ({ value }: ShownField) => typeof value === 'boolean';
  const parts: readonly Part[] = [
    { kind: 'fields', fields: fields.filter((field) => !isBox(field)) },
    { kind: 'boxes', fields: fields.filter(isBox) },
  ];
  return parts.filter((part) => part.fields.length > 0);
}
