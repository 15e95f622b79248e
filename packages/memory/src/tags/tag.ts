// Tags: the words in angle brackets by which a message says what of it is said, done, felt, planned or held.

/** What is shown of a message; kept in events, fades with turns. */
export const displayTags = ['say', 'do', 'narrate'] as const;

/** What is held in mind; an item of working memory each. */
export const workingTags = ['feeling', 'thought', 'pattern', 'desc', 'plan', 'pin', 'secret'] as const;

export type DisplayTag = (typeof displayTags)[number];
export type WorkingTag = (typeof workingTags)[number];
export type Tag = DisplayTag | WorkingTag;

/** A tagged part of a message. */
export interface Span {
  readonly tag: Tag;
  /** What stands between the tags, as it was written. */
  readonly content: string;
  /** Where the content begins in the message's text, in UTF-16 units. */
  readonly start: number;
}

/** A message and what its tags say. Nothing of the text is lost: spans and untagged parts are drawn from it. */
export interface ParsedMessage {
  /** Word for word, tags and all. */
  readonly text: string;
  /** The voice of the leading tag, or whoever the caller says; undefined where nobody is named. */
  readonly actor: string | undefined;
  readonly spans: readonly Span[];
  /** What stands outside tags, joined; processing, not shown. */
  readonly untagged: string;
}

const working: ReadonlySet<Tag> = new Set(workingTags);

export function isWorkingTag(tag: Tag): tag is WorkingTag {
  return working.has(tag);
}
