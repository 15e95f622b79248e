// Run: everything a runner's step works with, and the one way in which a step is written down.

import type { CountedPrompt } from '@terrarium/kernel/calibrate';
import type { Environment } from '@terrarium/kernel/environment';
import { Bug } from '@terrarium/kernel/errors';
import type { LanguageModel, Message } from '@terrarium/kernel/language-model';
import type { Tool } from '@terrarium/kernel/tool';
import type { ContextWindow } from '../context/context-window.ts';
import type { Conversation } from '../context/conversation.ts';
import type { FoldLimits } from '../context/fold-limits.ts';
import type { LoggedMessage, Preamble, SceneId, ShownEntry } from '../context/message-log.ts';
import type { Corpus, Position, PostId } from '../corpus/corpus.ts';
import {
  advance,
  type SceneProgress,
  type StepBody,
  type StepId,
  untouchedScene,
} from '../journal/journal.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { RunStores } from '../stores/run-stores.ts';
import type { SummonedReader } from '../summon/summoned-reader.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { FailureStreak } from './failure-streak.ts';
import type { BoundKeeper } from './run-bounds.ts';
import type { RunEvent } from './run-events.ts';
import type { RunSettings } from './run-settings.ts';
import { openSceneDesk, type SceneDesk } from './scene-desk.ts';

/** A wish to stop: `isRequested` after the step under way, `abort` at once. */
export interface StopWish {
  readonly isRequested: () => boolean;
  readonly abort: AbortSignal;
}

export interface Run {
  readonly model: LanguageModel;
  readonly environment: Environment;
  readonly settings: RunSettings;
  readonly limits: FoldLimits;
  readonly stores: RunStores;
  /** The corpus that is read. */
  readonly corpus: Corpus;
  /** All corpora of the world, by name. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  /** Those that are read one after the other, this one among them. */
  readonly queue: readonly Corpus[];
  readonly tools: ReadonlyMap<string, Tool<ToolContext>>;
  readonly preamble: Preamble;
  /** The next scene to read; undefined when none is left. */
  readonly chooseScene: () => LedgerScene | undefined;
  /** What is read in the place of a scene that was read before; undefined while scenes are read as planned. */
  readonly reread: SettledReread | undefined;
  readonly stop: StopWish;
  readonly bounds: BoundKeeper;
  /** Of all scenes the program has closed, whichever run they were in. */
  readonly streak: FailureStreak;
  /** For which budget the scenes were planned; undefined before the first run. */
  readonly formerBudget: number | undefined;
  readonly emit: (event: RunEvent) => void;
  readonly desk: Desk;
}

/** What lies on the desk: the conversation and the scene that is worked on. All of it can be read back from the stores. */
export interface Desk {
  conversation: Conversation;
  window: ContextWindow;
  scene: LedgerScene | undefined;
  /** The scene's text, read when first needed. */
  pages: SceneDesk | undefined;
  /** The scene after it, read ahead. */
  nextPages: { readonly sceneId: SceneId; readonly pages: SceneDesk } | undefined;
  progress: SceneProgress;
  /** The newest prompts the server counted, oldest first. */
  counted: readonly CountedPrompt[];
  /** The largest ratio that a prompt refused as too long has taught; 0 for none. */
  refusedRatio: number;
  /** Whether the model answered since the program started. */
  hasAnswered: boolean;
  /** Since when its server is gone, by the monotonic clock; undefined while it is there. */
  awaySinceMs: number | undefined;
  /** Scenes answered in prose by a model that calls no tools, since the program started. */
  chatted: number;
  /** The earlier reader who is asked; kept while the talk lasts. */
  summoned: SummonedReader | undefined;
  /** Scenes closed since the program started. */
  scenesClosed: number;
}

/** A message to be logged with a step. */
export interface MessageWithStep {
  readonly message: Message;
  readonly shown?: readonly ShownEntry[];
}

/** Posts that are read in the place of a scene. */
export interface SettledReread {
  /** The scene's own number and standing, and where the posts are. */
  readonly scene: LedgerScene;
  readonly posts: readonly PostId[];
}

/** What a step brings along: its body, and the messages it logs. */
export interface StepWithMessages {
  readonly body: StepBody;
  readonly messages?: readonly MessageWithStep[];
}

/** Whether a scene is read again, in the context of its own position. */
export function isRetry(run: Run): boolean {
  return run.desk.conversation.purpose === 'retry';
}

/** The scene on the desk. */
export function readDeskScene(run: Run): LedgerScene {
  if (run.desk.scene === undefined) throw new Bug('There is no scene on the desk.');
  return run.desk.scene;
}

/** The text of the scene on the desk, read when first needed. */
export function readDeskPages(run: Run): SceneDesk {
  const { desk, corpus, stores } = run;
  if (desk.pages === undefined) {
    const scene = readDeskScene(run);
    const planned = stores.ledger.findDigests(scene.id)?.map(({ postId }) => postId);
    desk.pages = openSceneDesk(corpus, scene, run.reread?.posts ?? planned);
  }
  return desk.pages;
}

/** Counts the posts of the scene on the desk among those that were read, once. */
export function indexScene(run: Run): void {
  const scene = readDeskScene(run);
  if (scene.isIndexed || !run.desk.progress.isOpened) return;
  const { glossary, journal, ledger } = run.stores;
  journal.transaction(() => {
    glossary.recordReadPosts(scene.corpus, readDeskPages(run).scene.scenePosts);
    ledger.markIndexed(scene.id);
  });
  run.desk.scene = { ...scene, isIndexed: true };
}

/** Puts another scene on the desk. */
export function layScene(desk: Desk, scene: LedgerScene | undefined): void {
  desk.scene = scene;
  desk.pages = desk.nextPages?.sceneId === scene?.id ? desk.nextPages?.pages : undefined;
  desk.nextPages = undefined;
  desk.progress = untouchedScene;
}

/** Where the reader stands: the last post of the scene on the desk. */
export function findPosition(scene: LedgerScene): Position {
  return { corpus: scene.corpus, threadId: scene.threadId, postId: scene.lastPostId };
}

/**
 * Writes a step down: `work` makes its effects and says what the step is; effects, step and messages are committed
 * together or not at all, and then the desk knows of them. Whatever is thrown ends the run: its desk is read anew.
 */
export function takeStep(run: Run, work: (stepId: StepId) => StepWithMessages): StepBody {
  const { desk, stores } = run;
  const scene = readDeskScene(run);
  const place = { conversationId: desk.conversation.id, sceneId: scene.id };
  const { body, logged } = stores.journal.transaction(() => {
    const expected = stores.journal.readNextStepId();
    const step = work(expected);
    const stepId = stores.journal.appendStep(place, step.body);
    if (stepId !== expected) throw new Bug(`Step ${stepId} was expected to be ${expected}.`);
    const appended = (step.messages ?? []).map(
      ({ message, shown = [] }): LoggedMessage =>
        stores.context.appendMessage({
          ...place,
          stepId,
          corpus: scene.corpus,
          threadId: scene.threadId,
          sceneIndex: scene.sceneIndex,
          message,
          shown,
        }),
    );
    return { body: step.body, logged: appended };
  });
  for (const message of logged) desk.window.append(message);
  desk.progress = advance(desk.progress, body);
  return body;
}
