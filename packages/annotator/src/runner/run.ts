// Run: everything that a step of the runner needs, and the only function that records a step.

import type { Environment } from '@terrarium/kernel/environment';
import { Bug } from '@terrarium/kernel/errors';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { LanguageModel, Message } from '@terrarium/kernel/language-model';
import type { Tool } from '@terrarium/kernel/tool';
import type { FreshTokens } from '../context/context-store.ts';
import type { ContextWindow } from '../context/context-window.ts';
import type { FoldLimits } from '../context/fold-limits.ts';
import type { Conversation, LoggedMessage, Preamble, SceneId, ShownEntry } from '../context/message-log.ts';
import { renderPassages } from '../context/render-scene.ts';
import type { Corpus, Position, PostId, Scene } from '../corpus/corpus.ts';
import {
  advance,
  type SceneProgress,
  type StepBody,
  type StepId,
  untouchedScene,
} from '../journal/journal.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { RunStores } from '../journal/open-run-stores.ts';
import type { ReplyRecord } from '../journal/progress.ts';
import type { SummonedReader } from '../moments/open-summoned.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { FailureStreak } from './find-fault.ts';
import type { BoundKeeper } from './run-bounds.ts';
import type { RunEvent } from './run-events.ts';
import type { RunSettings } from './run-settings.ts';

/** A request to stop: `isRequested` stops the run after the present step, `abort` stops it at once. */
export interface StopRequest {
  readonly isRequested: () => boolean;
  readonly abort: AbortSignal;
}

export interface Run {
  readonly model: LanguageModel;
  readonly environment: Environment;
  readonly settings: RunSettings;
  readonly limits: FoldLimits;
  readonly stores: RunStores;
  readonly corpus: Corpus;
  /** All corpora of the world, by name. */
  readonly corpora: ReadonlyMap<string, Corpus>;
  /** The corpora that are read one after another, including this one. */
  readonly queue: readonly Corpus[];
  readonly tools: ReadonlyMap<string, Tool<ToolContext>>;
  /** The next scene to read; undefined if none is left. */
  readonly chooseScene: () => LedgerScene | undefined;
  /** Posts that are read in the place of a scene that was already read; undefined if scenes are read as planned. */
  readonly reread: SettledReread | undefined;
  /**
   * Whether finished scenes are read a second time. They keep their status, and entries are shown in their present
   * form.
   */
  readonly isSecond: boolean;
  readonly stop: StopRequest;
  readonly bounds: BoundKeeper;
  /** Counts skipped scenes in a row over all runs that share this object. */
  readonly streak: FailureStreak;
  /** The budget for which the scenes were planned; undefined before the first run. */
  readonly formerBudget: number | undefined;
  readonly emit: (event: RunEvent) => void;
  readonly session: Session;
}

/** What a run is working on: the conversation and its scene. All of this can be restored from the stores. */
export interface Session {
  conversation: Conversation;
  window: ContextWindow;
  /** The preamble for a window that is opened now. */
  preamble: Preamble;
  /** The model whose window lost its tools because it never called one; undefined if there is none. */
  callless: string | undefined;
  scene: LedgerScene | undefined;
  /** The text of the scene, which is read when it is first needed. */
  pages: ScenePages | undefined;
  /** The text of the next scene, read ahead. */
  nextPages: { readonly sceneId: SceneId; readonly pages: ScenePages } | undefined;
  /** The message that will show the scene. */
  sceneMessage: SceneMessage | undefined;
  progress: SceneProgress;
  /** Records of the newest replies, oldest first. */
  records: readonly ReplyRecord[];
  /** How many fresh tokens the conversation has sent, as far as they are already added up. */
  freshTokens: FreshTokens;
  /**
   * The largest ratio of budget to estimated tokens, over all prompts that were refused as too long; 0 if no prompt
   * was refused.
   */
  refusedRatio: number;
  /** Whether the model has answered in this run. */
  hasAnswered: boolean;
  /** When the model's server was found to be unreachable, by the monotonic clock; undefined if it answers. */
  awaySinceMs: number | undefined;
  /** The summoned reader, as long as the dialogue with it lasts. */
  summoned: SummonedReader | undefined;
  scenesClosed: number;
}

/** The message that shows a scene. */
export interface SceneMessage {
  readonly content: string;
  readonly shown: readonly ShownEntry[];
  readonly tokens: number;
  /** The scene and the state of the window for which it was built. */
  readonly builtFor: string;
}

export interface MessageWithStep {
  readonly message: Message;
  readonly shown?: readonly ShownEntry[];
}

/** Posts that are read in the place of a scene. */
export interface SettledReread {
  /** The scene with its own number and status, but at the place of the posts. */
  readonly scene: LedgerScene;
  readonly posts: readonly PostId[];
}

/** The body of a step, and the messages that it logs. */
export interface StepWithMessages {
  readonly body: StepBody;
  readonly messages?: readonly MessageWithStep[];
}

/** Whether the run reads a scene again, in the context of the scene's own position. */
export function isRetry(run: Run): boolean {
  return run.session.conversation.purpose === 'retry';
}

/** The open scene; throws if there is none. */
export function requireScene(run: Run): LedgerScene {
  if (run.session.scene === undefined) throw new Bug('No scene is being worked on.');
  return run.session.scene;
}

/** Returns the text of the current scene; reads it when it is first needed. */
export function readScenePages(run: Run): ScenePages {
  const { session, corpus, stores } = run;
  if (session.pages === undefined) {
    const scene = requireScene(run);
    const planned = stores.ledger.findDigests(scene.id)?.map(({ postId }) => postId);
    session.pages = buildScenePages(corpus, scene, run.reread?.posts ?? planned);
  }
  return session.pages;
}

/** Counts the posts of the current scene as read, unless they already are. */
export function recordSceneRead(run: Run): void {
  const scene = requireScene(run);
  if (scene.isIndexed || !run.session.progress.isOpened) return;
  const { glossary, journal, ledger } = run.stores;
  journal.runInTransaction(() => {
    glossary.recordReadPosts(scene.corpus, readScenePages(run).scene.scenePosts);
    ledger.markIndexed(scene.id);
  });
  run.session.scene = { ...scene, isIndexed: true };
}

export function setScene(session: Session, scene: LedgerScene | undefined): void {
  session.scene = scene;
  session.pages = session.nextPages?.sceneId === scene?.id ? session.nextPages?.pages : undefined;
  session.nextPages = undefined;
  session.progress = untouchedScene;
}

/** The model's position: the last post of its scene. */
export function toPosition(scene: LedgerScene): Position {
  return { corpus: scene.corpus, threadId: scene.threadId, postId: scene.lastPostId };
}

/**
 * Records a step: `work` carries out its effects and returns it. Effects, step and messages are committed together or
 * not at all; then the session is updated. An error ends the run, because the session must then be restored from the
 * stores.
 */
export function recordStep(run: Run, work: (stepId: StepId) => StepWithMessages): StepBody {
  const { session, stores } = run;
  const scene = requireScene(run);
  const place = { conversationId: session.conversation.id, sceneId: scene.id };
  const { body, logged } = stores.journal.runInTransaction(() => {
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
  for (const message of logged) session.window.append(message);
  session.progress = advance(session.progress, body);
  return body;
}

export interface ScenePages {
  readonly scene: Scene;
  readonly passages: string;
  readonly passageTokens: number;
  /** The words of each post, without labels and markup: these texts are searched for names. */
  readonly texts: readonly string[];
}

/**
 * Reads and renders a scene; if `posts` is given, with these posts. The result depends only on the corpus, so it can
 * be prepared ahead.
 */
export function buildScenePages(
  corpus: Corpus,
  ledgerScene: LedgerScene,
  posts: readonly PostId[] | undefined,
): ScenePages {
  const scene = corpus.readScene(ledgerScene, posts);
  const passages = renderPassages(scene, corpus.speakers);
  const texts = scene.scenePosts.map((post) => post.body.slice(post.span.start, post.span.end));
  return { scene, passages, passageTokens: estimateTokens(passages), texts };
}
