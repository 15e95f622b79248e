// Mention: a name or coined word in a sentence, with its title and its tokens.

export interface Mention {
  /** The name in its spelling in the text, without title or possessive ending. */
  readonly text: string;
  /** The title before the name, such as `Mr.` or `Captain`, in its spelling in the text; empty if there is none. */
  readonly title: string;
  /** Index of the first token of the title and name. */
  readonly head: number;
  /** Index of the first token of the name without its title, and the index after its last token. */
  readonly from: number;
  readonly to: number;
  /** Whether the mention has a capital where only a name would have one. */
  readonly isStrong: boolean;
  /** `word`: a coined word in lower case; `called`: a lower-case word that is used as somebody's name. */
  readonly kind: 'name' | 'word' | 'called';
}
