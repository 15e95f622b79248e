// Summarises folded scenes for the built-in reader, by quoting some of their sentences.

import { decodeXml } from '@terrarium/kernel/foreign-text';
import type { Message } from '@terrarium/kernel/language-model';
import { drawSentences } from './draw-sentences.ts';
import { parseSentences, type ShownSentence } from './parse-scene-window.ts';

const scenePattern = /<story_passages [^>]*thread="([^"]*)"[^>]*scene="(\d+)"/;
const requestPattern = /<summary_request [^>]*>/;
/** A token has about four characters in English prose. Counting only three keeps the summary below its limit. */
const charactersPerToken = 3;
const defaultTokens = 300;
/** Names of entries take at most this share of a summary, because they only point to the glossary. */
const maxTermsShare = 0.3;

/** Introduces the noted names, after the sentences of the story. */
export const notedLead = 'Noted in the glossary: ';

/** Whether the message asks for a summary. */
export function isSummaryRequest(content: string): boolean {
  return requestPattern.test(content);
}

/**
 * Returns sentences of the requested scenes, and then the terms that were noted, within the requested length. Says that
 * nothing happened if there are none, or if none fits.
 */
export function summariseWindow(messages: readonly Message[], request: string): string {
  const tag = requestPattern.exec(request)?.[0] ?? '';
  const tokens = Number(/max_tokens="(\d+)"/.exec(tag)?.[1] ?? defaultTokens);
  const limit = Math.max(1, tokens) * charactersPerToken;
  const scenes = chooseScenes(messages, tag);
  const noted = renderTerms(listTerms(messages), limit * maxTermsShare);
  const story = summariseScenes(scenes, limit - noted.length - 1);
  return `${story} ${noted}`.trim() || 'Nothing happened.';
}

/** The scenes that the request names; if the window shows none of them, all scenes of the window. */
function chooseScenes(messages: readonly Message[], tag: string): readonly (readonly ShownSentence[])[] {
  const threads = /threads?="([^"]*)"/.exec(tag)?.[1]?.split(/[,\s]+/) ?? [];
  const [, first, last = first] = /scenes="(\d+)(?:-(\d+))?"/.exec(tag) ?? [];
  const scenes = messages.flatMap(({ role, content }) => {
    const match = role === 'user' ? scenePattern.exec(content) : null;
    return match === null ? [] : [{ thread: match[1] ?? '', index: Number(match[2]), content }];
  });
  const named = scenes.filter(
    ({ thread, index }) =>
      threads.includes(thread) && (first === undefined || (Number(first) <= index && index <= Number(last))),
  );
  return (named.length > 0 ? named : scenes).map(({ content }) => parseSentences(content));
}

function summariseScenes(scenes: readonly (readonly ShownSentence[])[], limit: number): string {
  // Blanks are put between the scenes.
  const share = limit / Math.max(1, scenes.length) - 1;
  return scenes
    .map((sentences) => summariseScene(sentences, share))
    .filter((text) => text !== '')
    .join(' ');
}

/** Takes the first sentences of paragraphs, from all parts of the scene. */
function summariseScene(sentences: readonly ShownSentence[], limit: number): string {
  const starts = sentences.filter(({ isParagraphStart }) => isParagraphStart);
  return drawSentences(
    starts.map(({ text }) => text.replace(/\s+/g, ' ')),
    limit,
  );
}

function listTerms(messages: readonly Message[]): readonly string[] {
  const terms = messages.flatMap(({ role, content }) =>
    role === 'tool'
      ? [...content.matchAll(/<glossary_(?:created|updated) [^>]*?term="([^"]*)"/g)].map((match) =>
          decodeXml(match[1] ?? ''),
        )
      : [],
  );
  return [...new Set(terms)];
}

function renderTerms(terms: readonly string[], limit: number): string {
  let text = '';
  for (const term of terms) {
    if (text.length + term.length + 2 > limit - notedLead.length - 1) break;
    text = text === '' ? term : `${text}, ${term}`;
  }
  return text === '' ? '' : `${notedLead}${text}.`;
}
