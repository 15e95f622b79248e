// View: the type of a component that draws one kind of field.

import type { ReactNode } from 'react';
import type { ShownField } from '../table-types.ts';

export interface ViewProps {
  readonly field: ShownField;
}

export type FieldView = (props: ViewProps) => ReactNode;

/** More characters than this have no room beside a label on one line. */
const longestWords = 24;

/** A short text is aligned at the right, as numbers are; a longer one is aligned at the left of its column. */
export function chooseWordStyle(shows: string): 'number' | 'value' {
  return shows.length > longestWords ? 'value' : 'number';
}

/** More characters than these leave no room for a bar beside them. */
const longestBesideBar = 11;

export function isBesideBar(shows: string): boolean {
  return shows.length <= longestBesideBar;
}

/** Reads a number: the value itself, or one of its members; undefined if that is not a number. */
export function readNumber(value: unknown, member?: string): number | undefined {
  const found = member !== undefined && isRecord(value) ? value[member] : value;
  return typeof found === 'number' ? found : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
