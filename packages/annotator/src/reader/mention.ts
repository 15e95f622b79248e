// Mention: a place where a sentence mentions something.

export interface Mention {
  /** The name as it is in the text, without title or possessive ending. */
  readonly text: string;
  /** The title before the name, such as `Mr.` or `Captain`, as it is in the text; empty if there is none. */
  readonly title: string;
  /** Index of the first token of the title and name. */
  readonly head: number;
  /** Index of the first token of the name without its title, and the index after its last token. */
  readonly from: number;
  readonly to: number;
  /** Whether the mention is capitalised in a place where only a name would be. */
  readonly isStrong: boolean;
  /** `word`: a coined word in lower case; `called`: a lower-case word that serves as somebody's name. */
  readonly kind: 'name' | 'word' | 'called';
}
