// Opens a summoned reader: the window of a snapshot, and tools that show things as they were, and nothing later.

import { UsageError } from '@terrarium/kernel/errors';
import type { Message, ModelRequest, ToolMessage } from '@terrarium/kernel/language-model';
import { runTool, type Tool } from '@terrarium/kernel/tool';
import type { GlossaryAsOf } from '../as-of/open-glossary-as-of.ts';
import { estimateMessage } from '../context/estimate-message.ts';
import { closingReply } from '../context/render-request.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';
import { readingLeft, renderSummonRequest } from '../prompts/prompts.ts';
import { renderContent } from '../prompts/render-element.ts';
import { buildSnapshotMoment } from '../snapshots/build-snapshot-moment.ts';
import { findShownScene, toEndPosition } from '../snapshots/find-shown-scene.ts';
import type { SnapshotSource } from '../snapshots/load-snapshot.ts';
import { loadWindow } from '../snapshots/load-window.ts';
import { glossarySearch } from '../tools/glossary-search.ts';
import { readPost } from '../tools/read-post.ts';
import { readThreadRange } from '../tools/read-thread-range.ts';
import type { LookingContext } from '../tools/tool-context.ts';
import { detectTurn } from './dialogue.ts';
import type { SummonedReader } from './summoned-reader.ts';

const lookingTools: ReadonlyMap<string, Tool<LookingContext>> = new Map(
  [glossarySearch, readPost, readThreadRange].map((tool) => [tool.name, tool]),
);

/** Throws `UsageError` for a snapshot whose reader knew later things, or nothing yet. */
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

/** A bookmark may stand in the midst of an exchange: what was asked for is answered, and the reader had its last word. */
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
    happened: `Snapshot ${id} was made while a scene was read again, when what comes after it was known already.`,
    todo: 'Choose another one of the same thread: "annotate snapshot list" shows them.',
  });
}
