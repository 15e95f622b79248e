// Tags: the tags by which a message marks what is said, done, felt, planned or held in mind, and the parts that they mark.

/** Tags of parts that are shown; these parts are kept in events, and fade with time and turns. */
export const displayTags = ['say', 'do', 'narrate'] as const;

/** Tags of parts that are held in mind; each of these parts makes an item of working memory. */
export const workingTags = ['feeling', 'thought', 'pattern', 'desc', 'plan', 'pin', 'secret'] as const;

export type DisplayTag = (typeof displayTags)[number];
export type WorkingTag = (typeof workingTags)[number];
export type Tag = DisplayTag | WorkingTag;

/** A tagged part of a message. */
export interface Span {
  readonly tag: Tag;
  /** The text between the tags, as it was written. */
  readonly content: string;
  /** Where the content begins in the message's text, in UTF-16 units. */
  readonly start: number;
}

/** A message, divided by its tags. Nothing of the text is lost: spans and untagged parts are copied from it. */
export interface ParsedMessage {
  /** Word for word, including tags. */
  readonly text: string;
  /** The voice in the tag around the message, or the voice that the caller gives; undefined if there is neither. */
  readonly actor: string | undefined;
  readonly spans: readonly Span[];
  /** The text outside of tags, joined. It counts as the thinking of its writer, and is not shown. */
  readonly untagged: string;
}

const working: ReadonlySet<Tag> = new Set(workingTags);

export function isWorkingTag(tag: Tag): tag is WorkingTag {
  return working.has(tag);
}
