// Opens a run: stores, tools, conversation and window, ready to be driven.

import type { Environment } from '@terrarium/kernel/environment';
import { Bug } from '@terrarium/kernel/errors';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Connection } from '@terrarium/kernel/open-database';
import { type ContextStore, openContextStore } from '../context/context-store.ts';
import { ContextWindow } from '../context/context-window.ts';
import type { Conversation } from '../context/conversation.ts';
import { buildFoldLimits } from '../context/fold-limits.ts';
import type { FoldRecord, Preamble, Sequence } from '../context/message-log.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { openGlossaryStore } from '../glossary/glossary-store.ts';
import { openStepChanges } from '../glossary/step-changes-store.ts';
import { promptVersion, readingInstructions } from '../prompts/prompts.ts';
import { openSnapshotStore } from '../snapshots/snapshot-store.ts';
import { annotatorTools, defaultTools, mapTools } from '../tools/annotator-tools.ts';
import { countedPromptsKept } from './count-desk.ts';
import { untouchedScene } from './journal.ts';
import { openJournalStore } from './journal-store.ts';
import { openLedgerStore } from './ledger-store.ts';
import type { Run, RunStores, StopWish } from './run.ts';
import type { RunEvent } from './run-events.ts';
import type { RunSettings } from './run-settings.ts';

export interface RunOptions {
  readonly connection: Connection;
  readonly corpus: Corpus;
  readonly corpora: ReadonlyMap<string, Corpus>;
  readonly model: LanguageModel;
  readonly environment: Environment;
  readonly settings: RunSettings;
  readonly stop: StopWish;
  readonly emit: (event: RunEvent) => void;
}

/** The reading of a corpus, where its journal left it. */
export function openRun(options: RunOptions): Run {
  const { connection, corpus, corpora, model, environment, settings, stop, emit } = options;
  const stores = openRunStores(connection, corpora, environment);
  const preamble: Preamble = {
    version: promptVersion,
    instructions: readingInstructions,
    tools: defaultTools.map((tool) => tool.declaration),
  };
  stores.journal.startRun({ model: model.id, promptVersion, contextBudget: settings.contextBudget });
  const conversation = stores.context.findConversation('reading') ?? openReading(stores, preamble);
  return {
    model,
    environment,
    settings,
    limits: buildFoldLimits(settings.contextBudget, settings.ratios),
    stores,
    corpus,
    corpora,
    tools: mapTools(annotatorTools),
    preamble,
    chooseScene: () => stores.ledger.findNextScene(corpus.name),
    stop,
    emit,
    desk: {
      conversation,
      window: openWindow(stores.context, conversation),
      scene: undefined,
      pages: undefined,
      progress: untouchedScene,
      counted: stores.journal.readCountedPrompts(countedPromptsKept),
      scenesClosed: 0,
    },
  };
}

/** The stores of a world's annotator database. */
export function openRunStores(
  connection: Connection,
  corpora: ReadonlyMap<string, Corpus>,
  { clock }: Pick<Environment, 'clock'>,
): RunStores {
  return {
    journal: openJournalStore(connection, clock),
    ledger: openLedgerStore(connection),
    context: openContextStore(connection, clock),
    snapshots: openSnapshotStore(connection, clock),
    glossary: openGlossaryStore(connection, {
      clock,
      readBody: (name, postId) => corpora.get(name)?.findPost(postId)?.body,
    }),
    readStepChanges: openStepChanges(connection),
  };
}

/** Begins the reading's conversation with the window that holds nothing but the preamble. */
function openReading(stores: RunStores, preamble: Preamble): Conversation {
  return stores.journal.transaction(() => {
    const draft = { purpose: 'reading', sceneId: undefined, forkedBefore: undefined } as const;
    const conversation = stores.context.createConversation(draft);
    const opening: Omit<FoldRecord, 'id'> = {
      afterSequence: 0 as Sequence,
      kept: [],
      preamble,
      cumulative: undefined,
      chunks: [],
      scenesTrimmed: 0,
      reasoningTrimmedThrough: 0 as Sequence,
      repliesCutThrough: 0 as Sequence,
    };
    const measures = { tiers: [], tokensBefore: 0, tokensAfter: 0, turnsRemoved: 0, milliseconds: 0 };
    stores.context.appendFold({
      conversationId: conversation.id,
      stepId: undefined,
      draft: opening,
      measures,
    });
    return conversation;
  });
}

function openWindow(context: ContextStore, conversation: Conversation): ContextWindow {
  const fold = context.findFold(conversation.id);
  if (fold === undefined) throw new Bug('The conversation has no opening window.');
  return new ContextWindow(fold, context.readWindow(conversation.id, fold));
}
