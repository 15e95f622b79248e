// Renders a scene as the message that shows it to the model: posts with labelled sentences, then what is known of them.

import { escapeAttribute, escapeText } from '@terrarium/kernel/escape-xml';
import type { Scene, ScenePost } from '../corpus/corpus.ts';
import { labelSentences } from '../corpus/label-sentences.ts';
import type { GlossaryEntry } from '../glossary/entry.ts';
import type { HeldTerm } from '../glossary/held-term.ts';

/** What goes with the posts of a scene. */
export interface SceneSurroundings {
  /** Entries that occur in the scene and are not visible in the window. */
  readonly known: readonly GlossaryEntry[];
  /** Entries that are visible, but as they were before. */
  readonly changed: readonly GlossaryEntry[];
  readonly held: readonly HeldTerm[];
  /** Answers to tagged updates of the scene before. */
  readonly results: readonly string[];
}

/** The posts of a scene; depends on the corpus alone. */
export function renderPassages(scene: Scene): string {
  const attributes = [
    `corpus="${renderValue(scene.corpus)}"`,
    `thread="${scene.threadId}"`,
    `title="${renderValue(scene.threadTitle)}"`,
    `scene="${scene.sceneIndex}"`,
  ].join(' ');
  return [`<story_passages ${attributes}>`, ...scene.scenePosts.map(renderPost), '</story_passages>'].join(
    '\n',
  );
}

/** The whole message. */
export function renderSceneMessage(passages: string, surroundings: SceneSurroundings): string {
  const { known, changed, held, results } = surroundings;
  return [
    ...wrap('update_results', results.map(renderContent)),
    passages,
    ...wrap('known_entries', [
      ...known.map((entry) => renderEntry('entry', entry)),
      ...changed.map((entry) => renderEntry('entry_changed', entry)),
    ]),
    ...wrap('held_terms', held.map(renderHeld)),
  ].join('\n');
}

/** One entry as prompts and tool answers show it. */
export function renderEntry(element: 'entry' | 'entry_changed', entry: GlossaryEntry): string {
  const aliases = entry.aliases.length === 0 ? '' : ` aliases="${renderValue(entry.aliases.join('|'))}"`;
  const tags = entry.tags.length === 0 ? '' : ` tags="${renderValue(entry.tags.join(','))}"`;
  const head = `id="${entry.id}" term="${renderValue(entry.term)}"${aliases}${tags} status="${entry.status}"`;
  return `<${element} ${head}>${renderContent(entry.definition)}</${element}>`;
}

function renderPost(post: ScenePost): string {
  const author = post.author === undefined ? '' : ` author="${renderValue(post.author)}"`;
  return `<post id="${post.postId}"${author}>\n${renderBody(post)}\n</post>`;
}

function renderBody(post: ScenePost): string {
  const parts: string[] = [];
  let end = post.span.start;
  for (const sentence of labelSentences(post.body, post.span)) {
    const gap = post.body.slice(end, sentence.start);
    if (parts.length > 0) parts.push(gap.includes('\n') ? gap.replace(/[^\n]+/g, '') : ' ');
    parts.push(`[${sentence.label}] ${renderContent(post.body.slice(sentence.start, sentence.end))}`);
    end = sentence.end;
  }
  return parts.join('');
}

function renderContent(text: string): string {
  return escapeText(clean(text));
}

function renderValue(text: string): string {
  return escapeAttribute(clean(text));
}

/** Lone surrogates and control characters other than line breaks and tabs have no place in a request. */
function clean(text: string): string {
  return text.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, ' ');
}

function renderHeld(held: HeldTerm): string {
  const { surface, mentions, posts, firstPostId } = held;
  return `<held term="${renderValue(surface)}" mentions="${mentions}" posts="${posts}" first_post="${firstPostId}"/>`;
}

function wrap(element: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`<${element}>`, ...lines, `</${element}>`];
}
