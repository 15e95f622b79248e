// Parses the window: reads the newest scene, the known entries and the terms on hold from the messages.

import { decodeXml } from '@terrarium/kernel/foreign-text';
import type { Message } from '@terrarium/kernel/language-model';

/** A sentence, and the label that the scene gives it. */
export interface ShownSentence {
  readonly postId: number;
  readonly label: string;
  /** The sentence, unescaped and without its label. */
  readonly text: string;
  readonly isParagraphStart: boolean;
}

export interface KnownEntry {
  readonly id: number;
  readonly term: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  readonly definition: string;
}

/** A term that is on hold until it recurs, with its counts in everything that was read, including this scene. */
export interface HeldTerm {
  readonly term: string;
  readonly mentions: number;
  readonly posts: number;
}

export interface SceneWindow {
  readonly sentences: readonly ShownSentence[];
  readonly known: ReadonlyMap<number, KnownEntry>;
  readonly held: readonly HeldTerm[];
  /** The messages of earlier scenes that the window still shows. */
  readonly former: readonly string[];
}

const postPattern = /<post id="(-?\d+)"[^>]*>\r?\n?([\s\S]*?)\r?\n?<\/post>/g;
const entryPattern =
  /<entry(?:_changed)? ([^>]*)(?<!\/)>([\s\S]*?)<\/entry(?:_changed)?>|<(?:entry_changed|glossary_(?:created|updated)) ([^>]*?)\/?>/g;
const takenBackPattern = /^<taken_back entries="([\d,]*)"/;
const heldPattern = /<held ([^>]*?)\/?>/g;
const attributePattern = /(?<![a-z_])([a-z_]+)="([^"]*)"/g;

/** Reads the message of the newest scene, and collects the entries of the glossary from all messages. */
export function parseSceneWindow(messages: readonly Message[], scene: string): SceneWindow {
  const known = new Map<number, KnownEntry>();
  const calls = new Map<string, WrittenCall>();
  for (const message of messages) {
    collectEntries(message, calls, known);
    for (const id of listTakenBack(message.content)) known.delete(id);
  }
  const former = messages.flatMap(({ role, content }) =>
    role === 'user' && content !== scene && content.startsWith('<story_passages')
      ? [content.slice(0, computeEntriesStart(content))]
      : [],
  );
  return { sentences: parseSentences(scene), known, held: readHeld(scene), former };
}

function parseAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const match of text.matchAll(attributePattern)) {
    attributes.set(match[1] ?? '', decodeXml(match[2] ?? ''));
  }
  return attributes;
}

/** The sentences of all posts in a scene message, in order. */
export function parseSentences(scene: string): readonly ShownSentence[] {
  const sentences: ShownSentence[] = [];
  for (const match of scene.matchAll(postPattern)) {
    readPost(Number(match[1]), match[2] ?? '', sentences);
  }
  return sentences;
}

/** Labels count 1, 2, 3 … in each post, so any other number in brackets is part of the story. */
function readPost(postId: number, content: string, sentences: ShownSentence[]): void {
  let number = 1;
  let at = computeLabelStart(content, number, 0);
  while (at >= 0) {
    const textStart = at + `[${number}] `.length;
    const next = computeLabelStart(content, number + 1, textStart);
    const raw = content.slice(textStart, next < 0 ? undefined : next);
    const before = content.slice(Math.max(0, at - 2), at);
    sentences.push({
      postId,
      label: String(number),
      text: decodeXml(raw.trimEnd()),
      isParagraphStart: at === 0 || before.endsWith('\n'),
    });
    number++;
    at = next;
  }
}

function computeLabelStart(content: string, number: number, from: number): number {
  const label = `[${number}] `;
  for (let at = content.indexOf(label, from); at >= 0; at = content.indexOf(label, at + 1)) {
    if (at === 0 || /\s/.test(content.charAt(at - 1))) return at;
  }
  return -1;
}

function readHeld(scene: string): readonly HeldTerm[] {
  return [...scene.matchAll(heldPattern)].map((match) => {
    const attributes = parseAttributes(match[1] ?? '');
    return {
      term: attributes.get('term') ?? '',
      mentions: Number(attributes.get('mentions') ?? 0),
      posts: Number(attributes.get('posts') ?? 0),
    };
  });
}

interface WrittenCall {
  readonly definition?: unknown;
  readonly aliases?: unknown;
  readonly tags?: unknown;
}

/**
 * Collects the entries that a message mentions: those shown with a scene, and those of the reader's own calls once a
 * result confirms them.
 */
function collectEntries(
  message: Message,
  calls: Map<string, WrittenCall>,
  known: Map<number, KnownEntry>,
): void {
  if (message.role === 'assistant') {
    for (const call of message.calls ?? []) calls.set(call.id, parseCall(call.arguments));
    return;
  }
  const isResult = message.role === 'tool';
  const text = isResult ? message.content : message.content.slice(computeEntriesStart(message.content));
  const written = isResult ? (calls.get(message.callId) ?? {}) : {};
  for (const { attributes, shown } of readEntries(text)) {
    const id = parseId(attributes.get('id'));
    // If a result shows an entry, the call was refused. The entry that it shows is only similar to the one that the
    // call would have created, and may be shortened, so it is ignored.
    if (id === undefined || (isResult && shown !== undefined)) continue;
    known.set(id, mergeEntry(id, known.get(id), { attributes, written, shown }));
  }
}

/** Lists the ids of entries that were deleted because their scene was skipped. */
function listTakenBack(content: string): readonly number[] {
  const ids = takenBackPattern.exec(content)?.[1] ?? '';
  return ids.split(',').flatMap((id) => parseId(id) ?? []);
}

function readEntries(text: string): readonly Omit<Lesson, 'written'>[] {
  return [...text.matchAll(entryPattern)].map((match) => ({
    attributes: parseAttributes(match[1] ?? match[3] ?? ''),
    shown: match[2],
  }));
}

function parseId(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

interface Lesson {
  readonly attributes: ReadonlyMap<string, string>;
  readonly written: WrittenCall;
  readonly shown: string | undefined;
}

function mergeEntry(id: number, before: KnownEntry | undefined, lesson: Lesson): KnownEntry {
  const { attributes, written, shown } = lesson;
  const term = attributes.get('term') ?? before?.term ?? '';
  if (shown !== undefined) {
    const aliases = splitList(attributes.get('aliases'), '|') ?? [];
    const tags = splitList(attributes.get('tags'), ',') ?? [];
    return { id, term, aliases, tags, definition: decodeXml(shown).trim() };
  }
  return {
    id,
    term,
    aliases: asTexts(written.aliases) ?? splitList(attributes.get('aliases'), '|') ?? before?.aliases ?? [],
    tags: asTexts(written.tags) ?? splitList(attributes.get('tags'), ',') ?? before?.tags ?? [],
    definition: asText(written.definition) ?? before?.definition ?? '',
  };
}

function parseCall(text: string): WrittenCall {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // A reply of another model in the same window may be malformed; it is then ignored.
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function asTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}

/** Returns where the part with entries begins. The posts before it are skipped for speed. */
function computeEntriesStart(content: string): number {
  const posts = content.lastIndexOf('</post>');
  return posts < 0 ? 0 : posts;
}

function splitList(text: string | undefined, separator: string): readonly string[] | undefined {
  if (text === undefined) return undefined;
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
