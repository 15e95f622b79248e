// The built-in reader: answers requests as a language model does, with tool calls, but works by rules alone.

import { decodeXml } from '@terrarium/kernel/foreign-text';
import {
  buildPlainReply,
  type LanguageModel,
  type Message,
  type ModelReply,
  type ModelRequest,
  type ToolCall,
} from '@terrarium/kernel/language-model';
import { chooseBearer } from './choose-bearer.ts';
import { chooseDecisions } from './choose-decisions.ts';
import { countCapitals } from './count-capitals.ts';
import { isEnglishProse, otherLanguageReason } from './is-english-prose.ts';
import { buildTermKey, isPlainWord } from './lexicon.ts';
import { parseDossiers } from './parse-dossiers.ts';
import { type KnownEntry, parseSceneWindow, parseSentences } from './parse-scene-window.ts';
import { readScene } from './read-scene.ts';
import { isSummaryRequest, summariseWindow } from './summarise-window.ts';

/** The reply if there is no call to make. */
const nothingNew = 'Nothing new.';
/** The reply to a scene in a language other than English. */
const otherLanguage = `Not read: ${otherLanguageReason}`;

/**
 * Opens the built-in reader. It has no state, so the same request always gets the same reply: for example, the calls
 * that record a scene, decisions for a curator's question, or a summary.
 */
export function openBuiltInReader(): LanguageModel {
  return {
    id: 'builtin:reader',
    reply: async (request, options) => {
      options?.signal?.throwIfAborted();
      return answer(request);
    },
  };
}

function answer(request: ModelRequest): ModelReply {
  const newest = request.messages.at(-1);
  if (isSummoned(request.messages)) {
    const { text, calls } = answerSummoned(request.messages);
    return buildPlainReply(text, calls);
  }
  if (newest?.role === 'user' && isSummaryRequest(newest.content)) {
    return buildPlainReply(summariseWindow(request.messages, newest.content), []);
  }
  if (isForeignScene(newest)) return buildPlainReply(otherLanguage, []);
  const decisions = answerCuration(request.messages);
  if (decisions !== undefined) return buildPlainReply(decisions, []);
  const calls = request.toolChoice === 'none' ? [] : chooseCalls(request.messages, newest);
  return buildPlainReply(calls.length === 0 ? nothingNew : '', calls);
}

/** In another language, rules made for English would find wrong names. It is better to find none. */
function isForeignScene(newest: Message | undefined): boolean {
  if (newest?.role !== 'user' || !newest.content.includes('<story_passages')) return false;
  const sentences = parseSentences(newest.content);
  return !isEnglishProse(sentences.map((sentence) => sentence.text).join(' '));
}

function chooseCalls(messages: readonly Message[], newest: Message | undefined): readonly ToolCall[] {
  if (newest?.role === 'tool') return retryCalls(messages);
  if (newest?.content.startsWith('<calls_removed') === true) return retryRemoved(newest.content, messages);
  if (newest?.role !== 'user' || !newest.content.includes('<story_passages')) return [];
  const prefix = hashText(newest.content);
  return readScene(parseSceneWindow(messages, newest.content)).map((call, index) => ({
    id: `call_${prefix}_${index}`,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
  }));
}

/**
 * FNV-1a, 32 bits. The ids of calls are made from the hash of the message that they answer: the same message always
 * leads to the same ids, and another one hardly ever does.
 */
function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/**
 * Answers the curator's newest question, if the newest message is this question or refuses an answer to it; otherwise
 * undefined.
 */
export function answerCuration(messages: readonly Message[]): string | undefined {
  const newest = messages.at(-1);
  if (newest?.role !== 'user' || !/^<curation_(?:request|refused)/.test(newest.content)) return undefined;
  const question = messages.findLast(({ content }) => content.startsWith('<curation_request'));
  return JSON.stringify(chooseDecisions(parseDossiers(question?.content ?? '')));
}

const requestPattern = /^<summon_request [^>]*\/>/;
const questionStart = 'The question:\n';
const maxWords = 8;
/** Said once in a talk, before the first answer. */
const whatItIs = 'The built-in reader works by rules, without a language model.';
const shownEntries = 4;

/** Whether one of the messages begins a talk with a summoned reader. */
export function isSummoned(messages: readonly Message[]): boolean {
  const spoken = messages.filter(({ role }) => role === 'user');
  return spoken.some(({ content }) => requestPattern.test(content));
}

/** Replies to a question with a search for its words, and to the result of the search with what was found. */
export function answerSummoned(messages: readonly Message[]): {
  readonly text: string;
  readonly calls: readonly ToolCall[];
} {
  const newest = messages.at(-1);
  const question = readQuestion(messages);
  if (newest?.role === 'user') {
    const call = { query: chooseWords(question), limit: shownEntries };
    const id = `look_${messages.length}`;
    return { text: '', calls: [{ id, name: 'glossary_search', arguments: JSON.stringify(call) }] };
  }
  const said = messages.filter(({ role }) => role === 'assistant');
  const isFirst = !said.some(({ content }) => content.startsWith(whatItIs));
  const found = renderFound(newest?.content ?? '');
  return { text: isFirst ? `${whatItIs} ${found}` : found, calls: [] };
}

function readQuestion(messages: readonly Message[]): string {
  const asked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const at = requestPattern.test(asked) ? asked.indexOf(questionStart) : -1;
  return decodeXml(at === -1 ? asked : asked.slice(at + questionStart.length)).trim();
}

/**
 * Chooses at most `maxWords` words to search for: words of the question that are names or not in the word list or, if
 * it has none of these, any of its words.
 */
function chooseWords(question: string): string {
  const words = question.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const telling = words.filter((word, index) => {
    const isName = index > 0 && /^\p{Lu}/u.test(word);
    return isName || !isPlainWord(word.toLowerCase());
  });
  return (telling.length > 0 ? telling : words).slice(0, maxWords).join(' ');
}

function renderFound(answer: string): string {
  const entries = [...answer.matchAll(/<entry ([^>]*)>([\s\S]*?)<\/entry>/g)].map(
    ([, attributes = '', body = '']) => {
      const term = decodeXml(/term="([^"]*)"/.exec(attributes)?.[1] ?? '');
      const known = decodeXml(body).trim();
      // A definition that begins with the name needs no name before it.
      const isNamed = known.startsWith(term) && !/^\p{L}/u.test(known.slice(term.length));
      return isNamed ? known : `${term}: ${known}`;
    },
  );
  return entries.length === 0
    ? 'By then it had noted nothing about that.'
    : ['By then it had noted:', ...entries].join('\n');
}

interface Refused {
  readonly call: ToolCall;
  readonly answer: string;
}

/**
 * Returns a corrected call for each call that the newest results refuse, if the call can be corrected and was not
 * corrected before.
 */
export function retryCalls(messages: readonly Message[]): readonly ToolCall[] {
  const shown = listShownScenes(messages);
  return listRefused(messages).flatMap(({ call, answer }) => retryCall(call, answer, shown));
}

/** Returns the same as `retryCalls` for a note that has replaced refused calls and their results. */
function retryRemoved(note: string, messages: readonly Message[]): readonly ToolCall[] {
  const shown = listShownScenes(messages);
  return [...note.matchAll(refusedPattern)].flatMap(([, name = '', said = '', answer = ''], index) => {
    if (!answer.startsWith('Not created')) return [];
    const call = { id: `call_${hashText(note)}_${index}`, name, arguments: decodeXml(said) };
    return retryCall(call, answer, shown);
  });
}

const refusedPattern = /<refused call="([^"]*)" arguments="([^"]*)">([\s\S]*?)<\/refused>/g;

/** The calls of the newest reply for which no entry was created, with the answers that say why. */
function listRefused(messages: readonly Message[]): readonly Refused[] {
  const asked = messages.findLast((message) => message.role === 'assistant');
  if (asked === undefined) return [];
  const calls = new Map((asked.calls ?? []).map((call) => [call.id, call]));
  return messages.slice(messages.lastIndexOf(asked) + 1).flatMap((message) => {
    const call = message.role === 'tool' ? calls.get(message.callId) : undefined;
    if (call === undefined || !message.content.startsWith('Not created')) return [];
    return [{ call, answer: message.content }];
  });
}

/**
 * Returns the next call for a refused name, if any: either the same call, with the statement that the name is distinct
 * from the similar entries, or a call that adds the name to the entry to which it certainly belongs. If it is uncertain
 * to whom a name belongs, the name is called distinct only if it recurs often: readers look such a name up, and the
 * entries can be merged later.
 */
function retryCall(call: ToolCall, answer: string, shown: readonly string[]): readonly ToolCall[] {
  const ids = /"distinct_from": \[([\d, ]+)\]/.exec(answer)?.[1]?.split(',').map(Number) ?? [];
  const input = parseCreate(call.arguments);
  if (ids.length === 0 || input === undefined || 'distinct_from' in input) return [];
  const others = parseBearers(answer);
  // If an entry has exactly this name, the name stays with it.
  if (others.some(({ term, aliases }) => [term, ...aliases].some((name) => isSameTerm(name, input.term))))
    return [];
  const { bearer, isApart } = chooseBearer(input.term, others);
  const id = `${call.id}_again`;
  const isSure = bearer !== undefined && ids.length <= others.length;
  if (isApart || (!isSure && isOftenNamed(input.term, shown)))
    return [{ id, name: call.name, arguments: JSON.stringify({ ...input, distinct_from: ids }) }];
  if (!isSure) return [];
  const naming = { entry_id: bearer.id, aliases: [input.term] };
  return [{ id, name: 'glossary_update', arguments: JSON.stringify(naming) }];
}

function isSameTerm(one: string, other: string): boolean {
  return buildTermKey(one) === buildTermKey(other);
}

/** The posts of the scenes that the window still shows. */
function listShownScenes(messages: readonly Message[]): readonly string[] {
  const scenes = messages.filter(
    ({ role, content }) => role === 'user' && content.includes('<story_passages'),
  );
  return scenes.map(({ content }) => content.slice(0, content.lastIndexOf('</post>')));
}

/**
 * If a one-word name occurs at least this often inside sentences of the scenes shown, it is not only a part of another
 * name.
 */
const often = 5;

function isOftenNamed(term: string, shown: readonly string[]): boolean {
  return /^\p{Lu}[\p{L}\p{M}’'-]+$/u.test(term) && countCapitals(shown, term) >= often;
}

/** Parses the similar entries that an answer lists. */
function parseBearers(answer: string): readonly KnownEntry[] {
  return [...answer.matchAll(/<entry ([^>]*)>([^<]*)/g)].map(([, attributes = '', definition = '']) => {
    const read = (name: string) =>
      decodeXml(new RegExp(`(?<![a-z_])${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
    const list = (name: string, separator: string) => read(name).split(separator).filter(Boolean);
    return {
      id: Number(read('id')),
      term: read('term'),
      aliases: list('aliases', '|'),
      tags: list('tags', ','),
      definition: decodeXml(definition),
    };
  });
}

function parseCreate(text: string): { readonly term: string } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isCreate =
      typeof value === 'object' && value !== null && 'term' in value && typeof value.term === 'string';
    return isCreate ? { ...value, term: String(value.term) } : undefined;
  } catch {
    return undefined; // The built-in reader did not write this call, so it does not correct it.
  }
}
