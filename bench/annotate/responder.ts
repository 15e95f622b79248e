// Responder of the fake server: a scripted annotator that writes about as much as a diligent small model.

import { setTimeout } from 'node:timers/promises';
import type { FakeReply, FakeRequest } from '@terrarium/kernel/testing/fake-wire';

/** With one cache slot, a request's prefix is compared only with the request just before it. */
export const options = {
  models: ['annotator', 'sparse', 'instant'],
  contextTokens: 1_000_000,
  cacheSlots: 1,
  keepsBodies: false,
};

/** New entries and changed entries per scene: as many as the built-in reader writes for the same text, rounded up. */
const createdPerScene = 5;
const updatedPerScene = 2;
const definitionCharacters = 140;

const known = new Map<string, number>();
let entries = 0;

/** Milliseconds before a reply: less than any real model needs for its first token. */
const thinkingMs = 20;

export async function respond(request: FakeRequest): Promise<FakeReply> {
  if (request.body.model !== 'instant') await setTimeout(thinkingMs);
  return answer(request);
}

function answer(request: FakeRequest): FakeReply {
  const { messages, model } = request.body;
  const last = messages.at(-1);
  const content = typeof last?.content === 'string' ? last.content : '';
  if (content.includes('<summary_request'))
    return {
      text: writeSummary(
        content,
        messages.map((message) => String(message.content ?? '')),
      ),
    };
  if (content.includes('<curation_request')) return { text: decide(content) };
  if (model === 'sparse' || last?.role !== 'user' || content.includes('<record_request'))
    return { text: 'Nothing new.' };
  const calls = readScene(content);
  return calls.length === 0 ? { text: 'Nothing new.' } : { calls };
}

interface Named {
  readonly name: string;
  readonly postId: number;
  readonly label: number;
  readonly sentence: string;
}

function readScene(content: string) {
  const names = listNames(content);
  const fresh = names.filter(({ name }) => !known.has(name)).slice(0, createdPerScene);
  const old = names.filter(({ name }) => known.has(name)).slice(0, updatedPerScene);
  const creates = fresh.map(({ name, postId, label, sentence }) => {
    entries += 1;
    known.set(name, entries);
    const definition = sentence.slice(0, definitionCharacters);
    return {
      id: `call-${entries}`,
      name: 'glossary_create',
      arguments: { term: name, definition, tags: ['character'], evidence: [{ post_id: postId, label }] },
    };
  });
  const updates = old.map(({ name, postId, label, sentence }, index) => ({
    id: `change-${entries}-${index}`,
    name: 'glossary_update',
    arguments: {
      entry_id: known.get(name) ?? 0,
      definition: sentence.slice(0, definitionCharacters),
      evidence: [{ post_id: postId, label }],
    },
  }));
  return [...creates, ...updates];
}

function listNames(content: string): readonly Named[] {
  const found = new Map<string, Named>();
  for (const [, postId, body = ''] of content.matchAll(/<post id="(\d+)"[^>]*>\n([\s\S]*?)\n<\/post>/g)) {
    for (const [, label, sentence = ''] of body.matchAll(/\[(\d+)\] ([^[]*)/g)) {
      for (const [name] of sentence.matchAll(/(?<=[a-z] )[A-Z][a-z]+(?: [A-Z][a-z]+)*/g)) {
        if (!found.has(name))
          found.set(name, { name, postId: Number(postId), label: Number(label), sentence: sentence.trim() });
      }
    }
  }
  return [...found.values()];
}

/** Confirms most entries, rejects one in ten and defines one in ten anew; each reason is a sentence. */
function decide(content: string): string {
  const dossiers = [
    ...content.matchAll(/<dossier id="(\d+)" term="([^"]*)"[^>]*>[\s\S]*?<evidence post="(\d+)">([^<]*)</g),
  ];
  const decisions = dossiers.map(([, id, term, post, quote], index) => {
    const reason = `A reader who meets ${term} again would want to look it up, and the quote says what it is.`;
    const base = { entry_id: Number(id), reason };
    if (index % 10 === 4) return { ...base, verdict: 'REJECT' };
    if (index % 10 === 7)
      return { ...base, verdict: 'REVISE', definition: quote, evidence: [{ post_id: Number(post), quote }] };
    return { ...base, verdict: 'CONFIRM' };
  });
  return JSON.stringify(decisions);
}

/** A summary of nearly the length that was asked for, made of words from the story that is summarised. */
function writeSummary(question: string, contents: readonly string[]): string {
  const maxTokens = Number(/max_tokens="(\d+)"/.exec(question)?.[1] ?? 500);
  const words = contents
    .filter((content) => content.includes('<story_passages'))
    .join(' ')
    .replace(/<[^>]*>|\[\d+\]/g, ' ')
    .split(/\s+/);
  const wanted = Math.floor(maxTokens * 0.7);
  const stride = Math.max(1, Math.floor(words.length / wanted));
  return words
    .filter((_, index) => index % stride === 0)
    .slice(0, wanted)
    .join(' ');
}
