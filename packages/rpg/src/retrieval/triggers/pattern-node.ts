// Pattern node: the tree of a regular expression, with only what can be matched in one pass.

export type PatternNode =
  | { readonly kind: 'alternatives'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  /** `most` is undefined if there is no upper limit. */
  | {
      readonly kind: 'repeat';
      readonly node: PatternNode;
      readonly least: number;
      readonly most: number | undefined;
    }
  | CharacterSet
  | { readonly kind: 'place'; readonly at: Place };

export type Place = 'start' | 'end' | 'boundary' | 'inside';

export interface CharacterSet {
  readonly kind: 'set';
  /** Code points, both ends included. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly isNegated: boolean;
}
