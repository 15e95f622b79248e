// Mention: a place where a sentence mentions something.

export interface Mention {
  /** The name as it is in the text, without title or possessive ending. */
  readonly text: string;
  /** Title in front of it, such as `Mr.` or `Captain`, as it stands; empty without one. */
  readonly title: string;
  /** Index of its first token, title included. */
  readonly head: number;
  /** Index of its first token, title left out, and the index just after its last. */
  readonly from: number;
  readonly to: number;
  /** Whether it is capitalised where nothing but a name would be. */
  readonly isStrong: boolean;
  /** `called`: a word in small letters that serves as somebody's name. */
  readonly kind: 'name' | 'word' | 'called';
}
