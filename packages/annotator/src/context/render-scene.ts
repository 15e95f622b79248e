// Renders a scene as a message to the model: posts with labelled sentences, then the entries that matter in it.

import type { Scene, ScenePost } from '../corpus/corpus.ts';
import type { HeldTerm } from '../glossary/candidate-store.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import {
  renderChangedEntry,
  renderContent,
  renderElement,
  renderEntry,
  renderLabelled,
} from '../prompts/render-element.ts';

// Characters of a definition or quote of a word on hold: enough to know what was meant.
const maxSaid = 200;

/** What is shown along with the posts of a scene. */
export interface SceneSurroundings {
  /** Entries that occur in the scene and are not in the window yet. */
  readonly known: readonly GlossaryEntry[];
  /** Entries that the window shows in an outdated form, and which of their fields have changed. */
  readonly changed: readonly ChangedEntry[];
  readonly held: readonly ShownHeldTerm[];
  /** Answers to the tagged updates of the previous scene, rendered already. */
  readonly results: readonly string[];
}

/** A word on hold, with or without what was said of it. */
export interface ShownHeldTerm extends HeldTerm {
  readonly isWhole?: boolean;
}

export interface ChangedEntry {
  readonly entry: GlossaryEntry;
  readonly fields: ReadonlySet<string>;
}

/** The posts of a scene; depends on the corpus alone. */
export function renderPassages(scene: Scene): string {
  const { corpus, threadId, threadTitle, sceneIndex, scenePosts } = scene;
  const attributes = { corpus, thread: threadId, title: threadTitle, scene: sceneIndex };
  return renderElement('story_passages', attributes, `\n${scenePosts.map(renderPost).join('\n')}\n`);
}

/** The whole message. */
export function renderSceneMessage(passages: string, surroundings: SceneSurroundings): string {
  const { known, changed, held, results } = surroundings;
  return [
    ...wrap('update_results', results),
    passages,
    ...wrap('known_entries', [
      ...known.map(renderEntry),
      ...changed.map(({ entry, fields }) => renderChangedEntry(entry, fields)),
    ]),
    ...wrap(
      'held_terms',
      held.map((term) => renderHeld(term, term.isWhole)),
    ),
  ].join('\n');
}

function renderPost({ postId, author, body, span }: ScenePost): string {
  return renderElement('post', { id: postId, author }, `\n${renderLabelled(body, span)}\n`);
}

/** A word on hold; with what was said of it when it was held, unless there is no room for that. */
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
