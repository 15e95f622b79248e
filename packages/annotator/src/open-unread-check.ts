// Checks a model's answers for names and coined words that the story has not used up to the reader's place.

import type { Corpus, ScenePost } from './corpus/corpus.ts';
import { openStoryWordsStore } from './glossary/story-words-store.ts';
import type { Annotator } from './journal/open-annotator.ts';
import type { WorldView } from './moments/open-world-view.ts';
import { listUnread } from './tools/check-unread.ts';

export interface PlaceCheck {
  /** The story in which the place is. */
  readonly corpus: Corpus;
  /** Lists the names and coined words of a text that had not been read at the place, except words of the known texts. */
  listUnread(text: string, known: readonly string[]): readonly string[];
}

/** Undefined if nothing was read, or if the story's file does not have the last post that was read. */
export function openUnreadCheck({ corpora, connection }: Annotator, view: WorldView): PlaceCheck | undefined {
  const last = openStoryWordsStore(connection).findLastPart(view.lastPart);
  const post = last && view.corpora.get(last.position.corpus)?.findPost(last.position.postId);
  const corpus = last && corpora.get(last.position.corpus);
  if (last === undefined || post === undefined || corpus === undefined) return undefined;
  const shown: ScenePost = { ...post, span: { start: 0, end: last.end } };
  const { glossary } = view.stores;
  const context = { corpora, glossary, position: last.position, scenePosts: [shown] };
  return { corpus, listUnread: (text, known) => listUnread(context, { text, known }).unread };
}
