// Opens a run: prepares its stores, tools, conversation and window.

import type { Environment } from '@terrarium/kernel/environment';
import { Bug } from '@terrarium/kernel/errors';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { type ContextStore, noFreshTokens } from '../context/context-store.ts';
import { ContextWindow } from '../context/context-window.ts';
import { buildFoldLimits } from '../context/fold-limits.ts';
import type { Conversation, FoldRecord, Sequence } from '../context/message-log.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { untouchedScene } from '../journal/journal.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { RunStores } from '../journal/open-run-stores.ts';
import { buildToolMap } from '../tools/annotator-tools.ts';
import { recordsKept } from './count-window.ts';
import { type FailureStreak, openFailureStreak } from './find-fault.ts';
import { buildPreamble, chooseTools, isKnownCallless, listTools } from './preamble.ts';
import type { Run, SettledReread, StopRequest } from './run.ts';
import { type BoundKeeper, unbounded } from './run-bounds.ts';
import type { RunEvent } from './run-events.ts';
import type { RunSettings } from './run-settings.ts';

export interface RunOptions {
  readonly stores: RunStores;
  /** All corpora of the world, by name. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  readonly corpus: Corpus;
  /** The corpora that are read one after another, including this one; by default, only this one. */
  readonly queue?: readonly Corpus[] | undefined;
  readonly model: LanguageModel;
  readonly environment: Environment;
  readonly settings: RunSettings;
  readonly stop: StopRequest;
  /** Where the run stops by itself; by default, only at the limit in the settings. */
  readonly bounds?: BoundKeeper;
  readonly isSecond?: boolean;
  readonly streak?: FailureStreak;
  /** The budget of the last run before the program was started; by default, read from the journal. */
  readonly formerBudget?: number | undefined;
  readonly emit: (event: RunEvent) => void;
}

/** Opens the run that reads a corpus, at the point where its journal ends. */
export function openRun(options: RunOptions): Run {
  const { stores, corpus } = options;
  const conversation = stores.context.findConversation('reading') ?? openReading(options);
  const fold = requireFold(stores.context, conversation);
  const window = new ContextWindow(fold, stores.context.readWindow(conversation.id, fold));
  const chooseScene = () => stores.ledger.findNextScene(corpus.name);
  return buildRun(options, { conversation, window, chooseScene });
}

/** What a run works on: a conversation, its window, and the scenes that are read in it. */
export interface RunLine {
  readonly conversation: Conversation;
  readonly window: ContextWindow;
  readonly chooseScene: () => LedgerScene | undefined;
  readonly reread?: SettledReread | undefined;
}

export function buildRun(options: RunOptions, line: RunLine): Run {
  const { stores, corpora, corpus, model, environment, settings, stop, emit } = options;
  const formerBudget = options.formerBudget ?? stores.journal.findLastBudget();
  const tools = chooseTools(line.window.fold.preamble, settings);
  const callless = stores.journal.findCallless();
  const wishes = isKnownCallless(callless, { model, settings })
    ? ({ ...settings, tools: 'none' } as const)
    : settings;
  const preamble = buildPreamble(wishes, tools);
  const { contextBudget } = settings;
  stores.journal.startRun({ model: model.id, promptVersion: preamble.version, contextBudget });
  return {
    model,
    environment,
    settings,
    limits: buildFoldLimits(settings.contextBudget, settings.ratios),
    stores,
    corpus,
    corpora,
    queue: options.queue ?? [corpus],
    // Only offered tools can be called: a post might persuade the model to call another one.
    tools: buildToolMap(tools),
    chooseScene: line.chooseScene,
    reread: line.reread,
    isSecond: options.isSecond === true,
    stop,
    bounds: options.bounds ?? unbounded,
    streak: options.streak ?? openFailureStreak(),
    formerBudget,
    emit,
    session: {
      conversation: line.conversation,
      window: line.window,
      preamble,
      callless,
      scene: undefined,
      pages: undefined,
      nextPages: undefined,
      sceneMessage: undefined,
      progress: untouchedScene,
      records: stores.journal.readNewestRecords(recordsKept),
      freshTokens: noFreshTokens,
      refusedRatio: stores.journal.readRefusedRatio(),
      hasAnswered: false,
      awaySinceMs: undefined,
      summoned: undefined,
      scenesClosed: 0,
    },
  };
}

/** Begins the reading's conversation with a window that contains only the preamble. */
function openReading({ stores, settings }: RunOptions): Conversation {
  return stores.journal.runInTransaction(() => {
    const draft = { purpose: 'reading', sceneId: undefined, forkedBefore: undefined } as const;
    const conversation = stores.context.createConversation(draft);
    const opening: Omit<FoldRecord, 'id'> = {
      afterSequence: 0 as Sequence,
      kept: [],
      preamble: buildPreamble(settings, listTools(settings.tools)),
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

/** The newest window of a conversation. */
export function requireFold(context: ContextStore, { id, forkedBefore }: Conversation): FoldRecord {
  const fold = context.findFold(id, forkedBefore);
  if (fold === undefined) throw new Bug('The conversation has no opening window.');
  return fold;
}
