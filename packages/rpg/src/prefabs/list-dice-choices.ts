// Lists the parts of a field from which a dice expression must choose, if the name of the field alone is ambiguous.

import type { FieldKind } from './build-bound-prefab.ts';
import type { FieldPart } from './prefab.ts';

interface DerivedField {
  readonly path: string;
  readonly kind: Pick<FieldKind, 'derives'>;
  readonly parts: readonly FieldPart[];
  readonly definition: { readonly formula?: string | undefined };
}

/**
 * Returns the parts to choose from, the derived one first; empty if a bare name can mean only one thing. If a formula
 * derives the modifier of a score, `1d20+@attributes.dex` could mean the score or the modifier.
 */
export function listDiceChoices({ path, kind, parts, definition }: DerivedField): readonly string[] {
  const derived = kind.derives.value ?? '';
  if (derived === '' || definition.formula === undefined) return [];
  const others = parts.filter((part) => part.name !== '' && part.name !== derived && part.kind === 'number');
  return [derived, ...others.map(({ name }) => name)].map((part) => `${path}.${part}`);
}
