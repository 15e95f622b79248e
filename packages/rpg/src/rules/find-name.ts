// Finds which part of which field a dotted name in a formula means.

import type { FieldPart } from '../prefabs/prefab.ts';

/** The members of a field that are needed to find it by name. */
export interface NamedField {
  readonly path: string;
  readonly parts: readonly FieldPart[];
}

/** A part of a field; `isLength` asks how many entries the part has, if it is a list. */
export interface FoundName<Named extends NamedField> {
  readonly field: Named;
  readonly part: string;
  readonly isLength: boolean;
  readonly kind: FieldPart['kind'];
}

/** The field with whose path the name begins, and the rest of the name. */
export function splitName<Named>(
  name: string,
  fields: ReadonlyMap<string, Named>,
): { readonly field: Named; readonly rest: string } | undefined {
  let end = name.length;
  while (end > 0) {
    const field = fields.get(name.slice(0, end));
    if (field !== undefined) return { field, rest: name.slice(end + 1) };
    end = name.lastIndexOf('.', end - 1);
  }
  return undefined;
}

/** Undefined if no field has such a part. Does not find items of lists, since items come and go. */
export function findName<Named extends NamedField>(
  name: string,
  fields: ReadonlyMap<string, Named>,
): FoundName<Named> | undefined {
  const split = splitName(name, fields);
  if (split === undefined) return undefined;
  const { field, rest } = split;
  const part = field.parts.find((each) => each.name === rest);
  if (part !== undefined) return { field, part: rest, isLength: false, kind: part.kind };
  if (rest !== 'length' && !rest.endsWith('.length')) return undefined;
  const listed = rest.slice(0, -'length'.length).replace(/\.$/, '');
  const isList = field.parts.some((each) => each.name === listed && each.kind === 'list');
  return isList ? { field, part: listed, isLength: true, kind: 'number' } : undefined;
}
