// Opens the reader of an earlier moment for a dialogue; this reader knows nothing of what was read later.

import { UsageError } from '@terrarium/kernel/errors';
import type {
  AssistantMessage,
  Message,
  ModelReply,
  ModelRequest,
  ToolCall,
  ToolMessage,
} from '@terrarium/kernel/language-model';
import { runTool, type Tool } from '@terrarium/kernel/tool';
import type { GlossaryAsOf } from '../as-of/open-glossary-as-of.ts';
import { estimateMessage } from '../context/count-prompt.ts';
import { closingReply } from '../context/render-request.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';
import { readingLeft, renderSummonRequest } from '../prompts/prompts.ts';
import { renderContent } from '../prompts/render-element.ts';
import { glossarySearch } from '../tools/glossary-search.ts';
import { readPost } from '../tools/read-post.ts';
import { readThreadRange } from '../tools/read-thread-range.ts';
import type { LookingContext } from '../tools/tool-context.ts';
import {
  buildSnapshotMoment,
  findShownScene,
  loadWindow,
  type SnapshotSource,
  toEndPosition,
} from './load-snapshot.ts';

/** Settings of the requests in the dialogue. */
export type SummonSettings = Pick<ModelRequest, 'maxOutputTokens' | 'temperature'> & {
  readonly extraBody: Readonly<Record<string, unknown>>;
};

export interface SummonedReader {
  readonly snapshot: Snapshot;
  /** Renders a question; the first one comes with an explanation for the reader. */
  renderQuestion(question: string, isFirst: boolean): Message;
  /** The request: the window of the moment, then the dialogue. */
  buildRequest(dialogue: readonly Message[], settings: SummonSettings): SummonRequest;
  /** Answers the reader's look-ups from the glossary and the story of that moment. */
  answer(calls: readonly ToolCall[]): readonly ToolMessage[];
  /** Closes the glossary of the moment, which is opened again when it is needed. */
  close(): void;
}

interface SummonRequest {
  readonly request: ModelRequest;
  /** Estimated tokens of the whole request, before calibration. */
  readonly estimatedTokens: number;
}

const lookingTools: ReadonlyMap<string, Tool<LookingContext>> = new Map(
  [glossarySearch, readPost, readThreadRange].map((tool) => [tool.name, tool]),
);

/** Throws `UsageError` if the snapshot's reader already knew later scenes, or had read nothing yet. */
export function openSummoned({ corpora, stores }: SnapshotSource, snapshot: Snapshot): SummonedReader {
  const scene = findShownScene(stores, snapshot);
  if (snapshot.isOfRetry || scene === undefined) throw refuse(snapshot);
  const position = toEndPosition(scene);
  const window = loadWindow(stores.context, snapshot);
  const { tools, messages } = window.render();
  const opening = closeExchange(messages);
  const session: { asOf: GlossaryAsOf | undefined } = { asOf: undefined };
  return {
    snapshot,
    renderQuestion: (question, isFirst) => ({
      role: 'user',
      content: isFirst
        ? renderSummonRequest({
            post: position.postId,
            snapshot: snapshot.id,
            question: renderContent(question),
            tools: tools.map(({ name }) => name),
          })
        : renderContent(question),
    }),
    buildRequest(dialogue, settings) {
      const turn = detectTurn(dialogue);
      const { maxOutputTokens, temperature, extraBody } = settings;
      const request: ModelRequest = {
        tools,
        messages: [...opening, ...dialogue],
        toolChoice: turn.at === 'model' && turn.mayLook ? 'auto' : 'none',
        maxOutputTokens,
        temperature,
        extraBody,
      };
      const added = [...opening.slice(messages.length), ...dialogue].map(estimateMessage);
      return { request, estimatedTokens: added.reduce((sum, tokens) => sum + tokens, window.tokens) };
    },
    answer(calls) {
      session.asOf ??= stores.openGlossaryAsOf(buildSnapshotMoment(snapshot));
      const { glossary } = session.asOf;
      const planned = stores.ledger.findDigests(scene.id)?.map(({ postId }) => postId);
      const scenePosts = corpora.get(scene.corpus)?.readScene(scene, planned).scenePosts ?? [];
      const context: LookingContext = { glossary, corpora, position, scenePosts };
      return calls.map((call) => ({
        role: 'tool',
        callId: call.id,
        name: call.name,
        content: runTool(lookingTools, call, context).say,
      }));
    },
    close() {
      session.asOf?.close();
      session.asOf = undefined;
    },
  };
}

/** If the snapshot is in the middle of an exchange, closes the exchange: answers open calls and adds a last message. */
function closeExchange(messages: readonly Message[]): readonly Message[] {
  const asked = messages.findLastIndex((message) => message.role === 'assistant');
  const last = messages[asked];
  const calls = last?.role === 'assistant' ? (last.calls ?? []) : [];
  const answered = new Set(
    messages.slice(asked).flatMap((message) => (message.role === 'tool' ? [message.callId] : [])),
  );
  const open = messages.at(-1)?.role === 'user' ? [] : calls.filter(({ id }) => !answered.has(id));
  const answers = open.map(
    (call): ToolMessage => ({
      role: 'tool',
      callId: call.id,
      name: call.name,
      content: readingLeft,
    }),
  );
  const hasLastWord = messages.at(-1) === last && calls.length === 0;
  return [...messages, ...answers, ...(hasLastWord ? [] : [closingReply])];
}

function refuse({ id, isOfRetry }: Snapshot): UsageError {
  if (!isOfRetry) {
    return new UsageError({
      code: 'snapshot.nothing-read',
      happened: `Nothing had been read yet at snapshot ${id}: there is nobody to ask.`,
      todo: 'Choose a later one: "annotate snapshot list" shows them.',
    });
  }
  return new UsageError({
    code: 'snapshot.of-retry',
    happened: `Snapshot ${id} was made while a scene was read again, when later scenes were known already.`,
    todo: 'Choose another one of the same thread: "annotate snapshot list" shows them.',
  });
}

/** Whether the model answers next, is looking something up, or has answered. */
type Turn =
  | { readonly at: 'model'; readonly mayLook: boolean }
  | { readonly at: 'looking'; readonly calls: readonly ToolCall[] }
  | { readonly at: 'answered'; readonly text: string };

/** The maximum number of replies to a question; the last one must be the answer. */
const maxReplies = 4;
const maxAnswerCharacters = 6_000;

/** Depends only on the messages, so the result is the same after the program was killed. */
export function detectTurn(messages: readonly Message[]): Turn {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return { at: 'model', mayLook: countReplies(messages) < maxReplies - 1 };
  if (last.calls !== undefined) return { at: 'looking', calls: last.calls };
  return { at: 'answered', text: last.content.slice(0, maxAnswerCharacters).trim() };
}

function countReplies(messages: readonly Message[]): number {
  const asked = messages.findLastIndex((message) => message.role === 'user');
  return messages.slice(asked + 1).filter((message) => message.role === 'assistant').length;
}

/** Builds the message that is stored. Its calls are kept only if the reader may still look things up. */
export function buildDialogueReply(reply: ModelReply, before: readonly Message[]): AssistantMessage {
  const turn = detectTurn(before);
  const looks = turn.at === 'model' && turn.mayLook && reply.calls.length > 0;
  return {
    role: 'assistant',
    content: reply.text,
    ...(reply.reasoning === '' ? {} : { reasoning: reply.reasoning }),
    ...(looks ? { calls: reply.calls } : {}),
  };
}
