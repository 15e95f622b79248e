// Checks that a model's text contains no unread words, such as names that occur only later, or words from elsewhere.

import type { Refusal } from '@terrarium/kernel/errors';
import { listCountCompounds } from '../glossary/count-compounds.ts';
import { readFirstWords } from '../glossary/first-words.ts';
import { buildSurfaceIndex } from '../glossary/surface-index.ts';
import { normaliseName, stripSuffix } from '../glossary/term-forms.ts';
import { splitWords } from '../glossary/text-words.ts';
import {
  findUnreadInTag,
  findUnreadWords,
  type ReadWords,
  type UnreadWords,
  type WordStanding,
} from '../glossary/unread-words.ts';
import { renderContent } from '../prompts/render-element.ts';
import { findReadCorpus, isThreadReached } from './reading-limit.ts';
import type { LookingContext, ToolContext } from './tool-context.ts';

/** A text to be checked, and the words that it may use in addition to the words of posts. */
export interface UnreadCheck {
  readonly text: string;
  /** Texts whose words are allowed although they were not read, such as what a person wrote into the entry. */
  readonly known?: readonly string[];
}

interface CheckContext extends Pick<ToolContext, 'corpora' | 'position' | 'scenePosts'> {
  readonly glossary: LookingContext['glossary'] & Pick<ToolContext['glossary'], 'isRead' | 'findFirstRead'>;
}

interface CountingContext extends CheckContext {
  readonly glossary: CheckContext['glossary'] & Pick<ToolContext['glossary'], 'isReadTogether'>;
}

const allRead: UnreadWords = { unread: [], unknown: [] };
const knownWord: WordStanding = {
  isRead: true,
  isReadAsName: true,
  isInStory: true,
  isNameInStory: true,
  isOnlyName: false,
};

/**
 * Finds the words of a text that have not been read and that are names, coined words or in no dictionary. Words of
 * `known` are allowed. Finds none if it is unknown what was read.
 */
export function listUnread(context: CheckContext, { text, known = [] }: UnreadCheck): UnreadWords {
  const read = buildReadWords(context, known);
  return read === undefined ? allRead : findUnreadWords(text, read);
}

/** Like `listUnread`, but for a tag, in which a capital does not mark a name. */
export function listUnreadInTag(context: CheckContext, { text, known = [] }: UnreadCheck): UnreadWords {
  const read = buildReadWords(context, known);
  return read === undefined ? allRead : findUnreadInTag(text, read);
}

/**
 * Refuses a definition with a name that was not read, a word that is neither in a dictionary nor in a post, or a word
 * such as `ten-legged` whose parts no post has together. For the last two, it refuses only once. `done` completes the
 * sentence that begins with "Not".
 */
export function refuseUnread(
  context: CountingContext & Pick<ToolContext, 'hasSaid'>,
  check: UnreadCheck,
  done: 'created' | 'changed',
): Refusal | undefined {
  const { unread, unknown } = listUnread(context, check);
  if (unread.length > 0) {
    const say = `Not ${done}: no post read so far has ${renderWords(unread)}. Say only what was read up to here, in words of the story or plain ones, and send it again.`;
    return { ok: false, say };
  }
  const say = [
    unknown.length === 0
      ? undefined
      : `Not ${done} yet: neither a dictionary nor a post read so far has ${renderWords(unknown)}. Send it again with another word, or unchanged if you mean that one.`,
    ...listUnreadCounts(context, check).map(
      (word) =>
        `Not ${done} yet: no post read so far has the parts of "${renderContent(word)}" together. Send it again without that word, or unchanged if the story says this in other words.`,
    ),
  ].find((one) => one !== undefined && context.hasSaid?.(one) !== true);
  return say === undefined ? undefined : { ok: false, say };
}

/**
 * Lists words such as `ten-legged` if no post read so far has both of their parts, in any form. Words of `known` are
 * left out.
 */
function listUnreadCounts(
  { glossary }: CountingContext,
  { text, known = [] }: UnreadCheck,
): readonly string[] {
  const knownCounts = new Set(known.flatMap(listCountCompounds).map((one) => one.text.toLowerCase()));
  const unread = listCountCompounds(text).filter(
    ({ text: word, numbers, things }) =>
      !knownCounts.has(word.toLowerCase()) &&
      !numbers.some((number) => things.some((thing) => glossary.isReadTogether([number, thing]))),
  );
  return unread.map((one) => one.text);
}

/**
 * Refuses a term that is in no post read so far and in no title of a thread that was reached, or that has an unread
 * word, even if an alias was read: the model took it from elsewhere or made it up.
 */
export function refuseUnreadTerm(
  context: CheckContext,
  { term, aliases = [] }: { readonly term: string; readonly aliases?: readonly string[] | undefined },
  done: 'created' | 'changed',
): Refusal | undefined {
  const name = stripSuffix(term);
  const plain = name.replace(/^(?:the|an?)\s+(?=\S)/iu, '');
  const isWritten = context.glossary.isRead([name]) || hasTitle(context, plain);
  if (isWritten && listUnread(context, { text: name }).unread.length === 0) return undefined;
  if (!isWritten && context.glossary.isRead([`${name}:`])) {
    const say = `Not ${done}: ${renderWords([name])} only says who speaks, and is nobody in the story.`;
    return { ok: false, say };
  }
  const written = [plain, plain.toLowerCase(), ...aliases].find(
    (form) => form !== name && context.glossary.isRead([form]),
  );
  const advice =
    written !== undefined
      ? `The story writes ${renderWords([written])}: send it again in that form.`
      : 'Use a name that the story has used up to here, as the story writes it, or leave it out.';
  return { ok: false, say: `Not ${done}: no post read so far has ${renderWords([name])}. ${advice}` };
}

/** Whether the title of a thread that reading has reached contains the name. */
function hasTitle(context: CheckContext, name: string): boolean {
  const corpus = findReadCorpus(context);
  if (corpus === undefined) return false;
  const index = buildSurfaceIndex();
  index.set(1, [name]);
  for (const { id, title } of corpus.iterateThreads()) {
    if (index.countMentions(title).size > 0 && isThreadReached(corpus, id, context.position)) return true;
  }
  return false;
}

const mostShown = 8;

/** Renders the words in quotation marks, up to `mostShown` of them. */
export function renderWords(words: readonly string[]): string {
  const shown = words.slice(0, mostShown).map((word) => `"${renderContent(word)}"`);
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}` : (shown[0] ?? '');
}

/** Undefined if it is unknown what was read. */
function buildReadWords(context: CheckContext, known: readonly string[]): ReadWords | undefined {
  const corpus = findReadCorpus(context);
  if (corpus === undefined) return undefined;
  const words = readFirstWords(corpus);
  const { corpus: name, postId } = context.position;
  const shown = context.scenePosts.find((post) => post.postId === postId)?.span.end;
  const here = words.findPlace(postId, shown);
  if (here === undefined) return undefined;
  const knownStems = new Set(known.flatMap((text) => splitWords(text).map(({ stem }) => stem)));
  return {
    isEnglish: words.isEnglish,
    hasNameCapitals: words.hasNameCapitals,
    isPhraseRead(phrase) {
      const first = context.glossary.findFirstRead([phrase]);
      // Everything that was read of another story before this place counts too.
      if (first?.position.corpus !== name) return first !== undefined;
      return (words.findPlace(first.position.postId, first.end) ?? Number.POSITIVE_INFINITY) <= here;
    },
    find(stem) {
      if (knownStems.has(stem)) return knownWord;
      const places = words.find(stem);
      const isHere = (places?.first ?? Number.POSITIVE_INFINITY) <= here;
      if (!isHere && isReadElsewhere(context, stem)) return knownWord;
      const asName = places?.asName ?? Number.POSITIVE_INFINITY;
      return {
        isRead: isHere,
        isReadAsName: asName <= here,
        isInStory: places !== undefined,
        isNameInStory: Number.isFinite(asName),
        isOnlyName: Number.isFinite(asName) && places?.smalls === 0,
      };
    },
  };
}

/** Whether another story of the world, which was read before, has the word. */
function isReadElsewhere({ corpora, glossary }: CheckContext, stem: string): boolean {
  return corpora.size > 1 && normaliseName(stem) !== '' && glossary.isRead([stem]);
}
