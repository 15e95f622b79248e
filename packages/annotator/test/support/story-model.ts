// Story model: answers every request as a diligent reader might; the reply depends only on the messages.

import type {
  LanguageModel,
  Message,
  ModelReply,
  ModelRequest,
  ToolCall,
} from '@terrarium/kernel/language-model';

/** Reports a quarter of the prompt's characters as its tokens, so that the calibration has something to learn. */
export function answerStory(request: Pick<ModelRequest, 'messages'>): ModelReply {
  const { messages } = request;
  const last = messages.at(-1);
  const promptTokens = Math.ceil(JSON.stringify(messages).length / 4);
  const reply = chooseReply(messages, last);
  const outputTokens = Math.ceil(JSON.stringify(reply).length / 4);
  return {
    text: '',
    reasoning: '',
    calls: [],
    finish: (reply.calls ?? []).length > 0 ? 'tool-calls' : 'stop',
    usage: { promptTokens, cachedTokens: 'unknown', outputTokens },
    ...reply,
  };
}

export function buildStoryModel(onCall: () => void = () => undefined): LanguageModel {
  return {
    id: 'test:story',
    async reply(request) {
      onCall();
      return answerStory(request);
    },
  };
}

function chooseReply(messages: readonly Message[], last: Message | undefined): Partial<ModelReply> {
  if (last === undefined) return { text: 'Nothing new.' };
  if (last.role === 'tool') return answerTools(messages);
  if (last.content.includes('<summary_request'))
    return { text: 'They went on, and the salt road grew longer.' };
  if (/^<curation_re(?:quest|fused)/.test(last.content)) {
    const question = messages.findLast(({ content }) => content.startsWith('<curation_request'));
    return { text: decide(question?.content ?? '') };
  }
  if (last.content.includes('<record_request')) return { text: 'Nothing new.' };
  return readScene(messages, last.content, false);
}

/**
 * Makes decisions of every kind; the entry's term decides which. A merge goes into the similar entry whose name comes
 * first.
 */
function decide(content: string): string {
  const dossiers = [...content.matchAll(/<dossier id="(\d+)" term="([^"]*)"[^>]*>([\s\S]*?)<\/dossier>/g)];
  const decisions = dossiers.map(([, id, term, body = '']) => {
    const base = { entry_id: Number(id), reason: `Decided about ${term}.` };
    const chance = hashTerm(term);
    const similar = listSimilar(body)[0]?.id;
    const [, post, quote] = /<evidence post="(\d+)">([^<]*)</.exec(body) ?? [];
    if (chance % 5 === 0) return { ...base, verdict: 'REJECT' };
    if (chance % 5 === 1 && similar !== undefined)
      return { ...base, verdict: 'MERGE', target_id: Number(similar) };
    if (chance % 5 === 2)
      return {
        ...base,
        verdict: 'REVISE',
        definition: `${term}, as is known now.`,
        evidence: [{ post_id: Number(post), quote }],
      };
    return { ...base, verdict: 'CONFIRM' };
  });
  return JSON.stringify(decisions);
}

function listSimilar(dossier: string): readonly { id: number; term: string }[] {
  return (
    [...dossier.matchAll(/<similar id="(\d+)" term="([^"]*)"/g)]
      .map(([, id, term = '']) => ({ id: Number(id), term }))
      // An entry that will itself be rejected or merged is not the target of a merge.
      .filter(({ term }) => hashTerm(term) % 5 > 1)
      .sort((one, other) => (one.term < other.term ? -1 : 1))
  );
}

function hashTerm(term = ''): number {
  return [...term].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}

/** Records the names after a search, and again after calls that were cut off; otherwise has nothing to add. */
function answerTools(messages: readonly Message[]): Partial<ModelReply> {
  const scene = messages.findLast((message) => message.role === 'user');
  const asked = messages.findLast((message) => message.role === 'assistant');
  const searched =
    asked?.role === 'assistant' && asked.calls?.every((call) => call.name === 'glossary_search');
  const isBroken = messages.at(-1)?.content.includes('not valid JSON') === true;
  // Calls that were cut off in transit are sent again.
  if (!(searched || isBroken) || scene === undefined)
    return { text: 'Nothing new.', reasoning: 'All of it is known.' };
  return readScene(messages, scene.content, true);
}

interface FoundName {
  readonly name: string;
  readonly postId: number;
  readonly label: number;
}

function readScene(messages: readonly Message[], content: string, searched: boolean): Partial<ModelReply> {
  const scene = Number(/scene="(\d+)"/.exec(content)?.[1] ?? 0);
  const shownAt = messages.findLastIndex((message) => message.role === 'user');
  const known = messages
    .slice(0, shownAt)
    .map((message) => JSON.stringify(message))
    .join('');
  const names = findNames(content).filter(
    ({ name }) => !known.includes(`"${name}\\`) && !known.includes(`term="${name}`),
  );
  if (names.length === 0) return { text: 'Nothing new.' };
  if (scene % 4 === 1 && !searched)
    return {
      calls: names.map(({ name }, index) => buildCall(scene, index, ['glossary_search', { query: name }])),
    };
  if (scene % 4 === 2)
    return {
      text: `<codex_updates>${JSON.stringify(names.map((name) => ({ action: 'create', ...buildDraft(name) })))}</codex_updates>`,
    };
  return {
    reasoning: `Names here: ${names.map(({ name }) => name).join(', ')}.`,
    calls: names.map((name, index) => buildCall(scene, index, ['glossary_create', buildDraft(name)])),
  };
}

function findNames(content: string): readonly FoundName[] {
  const found = new Map<string, FoundName>();
  for (const [, postId, body = ''] of content.matchAll(/<post id="(\d+)"[^>]*>\n([\s\S]*?)\n<\/post>/g)) {
    for (const [, label, sentence = ''] of body.matchAll(/\[(\d+)\] ([^[]*)/g)) {
      for (const [name] of sentence.matchAll(/\b[A-Z][a-z]{3,}\b/g)) {
        if (!found.has(name)) found.set(name, { name, postId: Number(postId), label: Number(label) });
      }
    }
  }
  return [...found.values()];
}

function buildDraft({ name, postId, label }: FoundName) {
  return {
    term: name,
    definition: `${name} is spoken of here, as in many tales of the salt road.`,
    tags: ['term'],
    evidence: [{ post_id: postId, label }],
  };
}

function buildCall(scene: number, index: number, [name, args]: readonly [string, object]): ToolCall {
  return { id: `call-${scene}-${index}`, name, arguments: JSON.stringify(args) };
}
