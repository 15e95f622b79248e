// Keeps the live part of the log in memory, so that a request need not read the history.

import type { Message } from '@terrarium/kernel/language-model';
import type { EntryId, RevisionId } from '../glossary/entry.ts';
import { estimateMessage, estimateTools } from './count-prompt.ts';
import type { FoldRecord, LoggedMessage, Sequence } from './message-log.ts';
import { groupByScene, type SceneGroup } from './plan-fold.ts';
import { isLive, type RenderedRequest, renderMessage, renderOpening } from './render-request.ts';

/** A window over the log. What it renders always equals `renderRequest(log, folds)`. */
export class ContextWindow {
  private currentFold: FoldRecord;
  private liveMessages: LoggedMessage[] = [];
  private rendered: Message[] = [];
  private visible = new Map<EntryId, RevisionId>();
  private rawTokens = 0;

  /** `log` must contain the messages the fold keeps and all later ones, in order. */
  constructor(fold: FoldRecord, log: Iterable<LoggedMessage>) {
    this.currentFold = fold;
    this.rebuild(log);
  }

  get fold(): FoldRecord {
    return this.currentFold;
  }

  get live(): readonly LoggedMessage[] {
    return this.liveMessages;
  }

  /** Estimated tokens of the whole request, before calibration. */
  get tokens(): number {
    return this.rawTokens;
  }

  get newest(): Sequence {
    return this.liveMessages.at(-1)?.sequence ?? this.currentFold.afterSequence;
  }

  append(logged: LoggedMessage): void {
    const message = renderMessage(this.currentFold, logged);
    this.liveMessages.push(logged);
    this.rendered.push(message);
    this.rawTokens += estimateShown(message, logged);
    for (const { entryId, revision, isPart } of logged.shown) {
      if (!isPart || this.visible.has(entryId)) this.visible.set(entryId, revision);
    }
  }

  replaceFold(fold: FoldRecord): void {
    this.currentFold = fold;
    this.rebuild(this.liveMessages);
  }

  /** The request as it stands now; later messages do not change the returned value. */
  render(): RenderedRequest {
    return { tools: this.currentFold.preamble.tools, messages: [...this.rendered] };
  }

  /** The window as it stood when `last` was its newest message. */
  renderThrough(last: Sequence): { readonly messages: readonly Message[]; readonly tokens: number } {
    const later = this.liveMessages.filter(({ sequence }) => sequence > last);
    const messages = this.rendered.slice(0, this.rendered.length - later.length);
    const left = this.rendered.slice(messages.length);
    const tokens = later.reduce(
      (sum, logged, at) => sum + estimateShown(left[at] ?? logged.message, logged),
      0,
    );
    return { messages, tokens: this.rawTokens - tokens };
  }

  /** The revision at which the window shows an entry; undefined when the window does not show it. */
  findShown(entryId: EntryId): RevisionId | undefined {
    return this.visible.get(entryId);
  }

  listGroups(): readonly SceneGroup[] {
    return groupByScene(this.liveMessages);
  }

  private rebuild(log: Iterable<LoggedMessage>): void {
    const standing = [...log].filter((logged) => isLive(this.currentFold, logged));
    const opening = renderOpening(this.currentFold);
    this.liveMessages = [];
    this.rendered = [...opening];
    this.visible = new Map();
    this.rawTokens = estimateTools(this.currentFold.preamble.tools);
    for (const message of opening) this.rawTokens += estimateMessage(message);
    for (const logged of standing) this.append(logged);
  }
}

/** Estimated tokens of the window after the fold; `live` are the messages that the window holds before it. */
export function estimateFold(fold: FoldRecord, live: readonly LoggedMessage[]): number {
  let tokens = estimateTools(fold.preamble.tools);
  for (const message of renderOpening(fold)) tokens += estimateMessage(message);
  for (const logged of live) {
    if (isLive(fold, logged)) tokens += estimateShown(renderMessage(fold, logged), logged);
  }
  return tokens;
}

/** A trimmed message has fewer tokens than the log says. */
function estimateShown(message: Message, logged: LoggedMessage): number {
  return message === logged.message ? logged.tokens : estimateMessage(message);
}
