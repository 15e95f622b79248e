// Renders a scene as a message to the model: posts with labelled sentences, then the entries that matter in it.

import type { Scene, ScenePost, Speaker } from '../corpus/corpus.ts';
import type { HeldTerm } from '../glossary/candidate-store.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import { otherSpeakers, renderSecondReading } from '../prompts/prompts.ts';
import {
  renderChangedEntry,
  renderContent,
  renderElement,
  renderEntry,
  renderLabelled,
} from '../prompts/render-element.ts';

// At most this many characters are shown of the definition or the quote of a word on hold: enough to know what was
// meant.
const maxSaid = 200;

export interface SceneSurroundings {
  /** Entries that occur in the scene and are not in the window yet. */
  readonly known: readonly GlossaryEntry[];
  /** Entries that the window shows in an outdated form, and which of their fields have changed. */
  readonly changed: readonly ChangedEntry[];
  /**
   * In a second reading, shown in place of `known` and `changed`: entries that occur in the scene, as they are today.
   */
  readonly today?: readonly GlossaryEntry[] | undefined;
  readonly held: readonly ShownHeldTerm[];
  /**
   * Rendered answers to changes that the model wrote into its reply to the previous scene, instead of calling tools.
   */
  readonly results: readonly string[];
}

/** A word on hold, with or without what was said about it. */
export interface ShownHeldTerm extends HeldTerm {
  readonly isWhole?: boolean;
}

export interface ChangedEntry {
  readonly entry: GlossaryEntry;
  readonly fields: ReadonlySet<string>;
}

/** Renders the posts of a scene, and whom its speakers play. The text depends on the corpus alone. */
export function renderPassages(scene: Scene, speakers: readonly Speaker[] = []): string {
  const { corpus, threadId, threadTitle, sceneIndex, scenePosts } = scene;
  const attributes = { corpus, thread: threadId, title: threadTitle, scene: sceneIndex };
  const lines = [...renderSpeakers(scene, speakers), ...scenePosts.map(renderPost)];
  return renderElement('story_passages', attributes, `\n${lines.join('\n')}\n`);
}

function renderSpeakers({ scenePosts }: Scene, speakers: readonly Speaker[]): readonly string[] {
  if (speakers.length === 0) return [];
  const speaking = speakers.filter(({ label }) => scenePosts.some(({ body }) => body.includes(label)));
  const roles = speaking.map(({ label, character }) => `${label} is ${character}`);
  const said = roles.length === 0 ? otherSpeakers : `${roles.join(', ')}. ${otherSpeakers}`;
  return [renderElement('speakers', {}, renderContent(said))];
}

export function renderSceneMessage(passages: string, surroundings: SceneSurroundings): string {
  const { known, changed, today, held, results } = surroundings;
  return [
    ...wrap('update_results', results),
    passages,
    ...wrap('known_entries', [
      ...known.map(renderEntry),
      ...changed.map(({ entry, fields }) => renderChangedEntry(entry, fields)),
    ]),
    ...(today === undefined ? [] : [renderSecondReading(today.map(renderEntry))]),
    ...wrap(
      'held_terms',
      held.map((term) => renderHeld(term, term.isWhole)),
    ),
  ].join('\n');
}

function renderPost({ postId, author, body, span }: ScenePost): string {
  return renderElement('post', { id: postId, author }, `\n${renderLabelled(body, span)}\n`);
}

/** Renders a word on hold and, if there is room for it (`isWhole`), what was said about it when it was put on hold. */
export function renderHeld(held: HeldTerm, isWhole = true): string {
  const { surface, mentions, posts, firstPostId, definition, evidence } = held;
  const attributes = { term: surface, mentions, posts, first_post: firstPostId };
  if (!isWhole || definition === undefined) return renderElement('held', attributes);
  const said = renderContent(cutWords(definition, maxSaid));
  const quote =
    evidence === undefined
      ? ''
      : renderElement(
          'quote',
          { post: evidence.postId },
          renderContent(cutWords(evidence.quote.replace(/\s+/g, ' '), maxSaid)),
        );
  return renderElement('held', attributes, said + quote);
}

function cutWords(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\s\S*$/u, '')} …`;
}

function wrap(element: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [renderElement(element, {}, `\n${lines.join('\n')}\n`)];
}
