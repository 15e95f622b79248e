// List of choices: the parts of which dice must name one, where a bare name could mean either.

import type { FieldPart, Prefab } from './prefab.ts';

interface DerivedField {
  readonly path: string;
  readonly prefab: Pick<Prefab, 'derives'>;
  readonly parts: readonly FieldPart[];
  readonly definition: { readonly formula?: string | undefined };
}

/**
 * Of a score with a modifier that a formula derives nobody knows which of them `1d20+@attributes.dex` was to add. The
 * derived part first; empty where a bare name means one thing.
 */
export function listDiceChoices({ path, prefab, parts, definition }: DerivedField): readonly string[] {
  const derived = prefab.derives.value ?? '';
  if (derived === '' || definition.formula === undefined) return [];
  const others = parts.filter(({ name, kind }) => name !== '' && name !== derived && kind === 'number');
  return [derived, ...others.map(({ name }) => name)].map((part) => `${path}.${part}`);
}
