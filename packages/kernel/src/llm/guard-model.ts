// Guards a model: a reply to a cut prompt does not count; after a reply that was all thinking, the model is asked once more.
import { ProviderError } from '../base/errors.ts';
import {
  checkPromptCount,
  estimateLeastRequest,
  type PromptVerdict,
  type SentPrompt,
} from './check-prompt-count.ts';
import type { LanguageModel, ModelReply, ModelRequest, ReplyOptions, ServerKind } from './language-model.ts';
import { buildCutError } from './prompt-cut.ts';
import type { AskedServer, ServerNotebook, ServerNotes } from './server-notes.ts';
import {
  applyRemedy,
  findNextRemedy,
  findTriedBefore,
  isThoughtOut,
  type Remedy,
  refusedCap,
  renderRemedy,
} from './thinking-remedies.ts';
import { watchText } from './watch-text.ts';

export interface GuardOptions {
  /** The model and the server that the notes are about. */
  readonly asked: AskedServer;
  readonly notebook: ServerNotebook;
}

/** What is known about the server. Each fact is found out once, and only if it is needed. */
interface Watch extends GuardOptions {
  readonly model: LanguageModel;
  /** The stored notes about the server; undefined until they are read. */
  notes: ServerNotes | undefined;
  /** The last remedy that was tried against replies that contain only thinking, whether it helped or not. */
  tried: Remedy | undefined;
  loadedTokens: number | undefined;
  /** Whether the server was asked for its window after a reply. Before a reply, its model may not be loaded yet. */
  hasAskedWindow: boolean;
  kind: ServerKind | undefined;
}

const forgotten = {
  replyCap: undefined,
  thinkingSwitch: undefined,
  triedInVain: undefined,
  countsFreshOnly: undefined,
};

/** A least estimate times this factor is a likely number of tokens, with a little to spare. */
const likelyFactor = 1.45;
/** Tokens kept free for what a chat template adds to prompt and reply. */
const spareTokens = 200;
/** Prompts with fewer tokens than this fit into every window. */
const shortPrompt = 800;
/** A caller that allows a reply fewer tokens than this does not want an answer that needs thinking. */
const shortestMended = 50;
/** The token limit of a reply that is requested only to have the prompt counted. */
const recountedOutput = 16;

/**
 * Wraps the model. Its `reply` throws `ProviderError` `model.prompt-cut` if the server read only part of a prompt; if
 * the first reply does not prove this, it sends one more request. A count of prompt tokens that does not cover the
 * whole prompt becomes `unknown`. After a reply that contains only thinking, the model is asked once more with a
 * remedy. A remedy that helps is stored for the next time.
 */
export function guardModel(model: LanguageModel, options: GuardOptions): LanguageModel {
  const watch: Watch = {
    ...options,
    model,
    notes: undefined,
    tried: undefined,
    loadedTokens: undefined,
    hasAskedWindow: false,
    kind: undefined,
  };
  const { findContextTokens } = model;
  return {
    ...model,
    reply: (request, replyOptions) => ask(watch, request, replyOptions),
    readHabits: () => {
      const thinkingRemedy = renderRemedy(readNotes(watch));
      return { ...model.readHabits?.(), ...(thinkingRemedy === '' ? {} : { thinkingRemedy }) };
    },
    clearHabits: () => {
      model.clearHabits?.();
      watch.tried = undefined;
      watch.notes = { ...readNotes(watch), ...forgotten };
      watch.notebook.record(watch.asked, forgotten);
    },
    ...(findContextTokens && {
      findContextTokens: async (signal) => {
        watch.loadedTokens = await findContextTokens(signal);
        return watch.loadedTokens;
      },
    }),
  };
}

async function ask(watch: Watch, wanted: ModelRequest, options: ReplyOptions = {}): Promise<ModelReply> {
  const leastTokens = estimateLeastRequest(wanted);
  const shown = watchText(options);
  const request = applyRemedy(wanted, readNotes(watch), findRoom(watch, leastTokens));
  const reply = await askJudged(watch, { request, leastTokens }, shown.options);
  const isBrief = wanted.maxOutputTokens < shortestMended;
  if (isBrief || !isThoughtOut(reply, request.maxOutputTokens)) return reply;
  const next = findNextRemedy({
    request,
    wantedTokens: wanted.maxOutputTokens,
    remedy: watch.tried ?? findTriedBefore(readNotes(watch)) ?? readNotes(watch),
    kind: await askKind(watch, options.signal),
    roomTokens: findRoom(watch, leastTokens),
  });
  if (next === undefined) return reply;
  shown.retract();
  watch.tried = next;
  const again = { request: applyRemedy(wanted, next, findRoom(watch, leastTokens)), leastTokens };
  return (await askAgain(watch, again, { ...shown.options, next })) ?? reply;
}

interface SentRequest {
  readonly request: ModelRequest;
  readonly leastTokens: number;
}

/** Asks again with a remedy, and stores the remedy if it helps. Undefined if the server refuses the request. */
async function askAgain(
  watch: Watch,
  again: SentRequest,
  { next, ...options }: ReplyOptions & { readonly next: Remedy },
): Promise<ModelReply | undefined> {
  try {
    const reply = await askJudged(watch, again, options);
    watch.notes = { ...watch.notes, ...next };
    const isInVain = isThoughtOut(reply, again.request.maxOutputTokens);
    watch.notebook.record(
      watch.asked,
      isInVain ? { triedInVain: next } : { ...next, triedInVain: undefined },
    );
    return reply;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { replyCap } = watch.notes ?? {};
    // If the server refused a reply of this length, the length is not tried again.
    if (error.code === 'model.context-overflow') watch.tried = { ...next, replyCap: replyCap ?? refusedCap };
    return undefined;
  }
}

function isRefusal(error: unknown): error is ProviderError {
  const codes = ['model.bad-request', 'model.context-overflow'];
  return error instanceof ProviderError && codes.includes(error.code);
}

async function askJudged(watch: Watch, sent: SentRequest, options: ReplyOptions): Promise<ModelReply> {
  const reply = await watch.model.reply(sent.request, options);
  const prompt = await describePrompt(watch, sent, options.signal);
  const verdict = checkPromptCount(prompt, reply);
  if (verdict.kind === 'sound') return reply;
  if (verdict.kind === 'cut' && !isExplained(watch, verdict)) {
    if (verdict.isCertain || (await isCutAgain(watch, sent, options.signal))) {
      const countedTokens = Number(reply.usage.promptTokens);
      const { windowTokens } = verdict;
      throw buildCutError({ ...prompt, countedTokens, windowTokens, kind: await askKind(watch) });
    }
    watch.notes = { ...watch.notes, countsFreshOnly: true };
    watch.notebook.record(watch.asked, { countsFreshOnly: true });
  }
  return { ...reply, usage: { ...reply.usage, promptTokens: 'unknown' } };
}

/** Whether a count is small only because the server does not count cached tokens. */
function isExplained({ notes }: Watch, verdict: PromptVerdict & { readonly kind: 'cut' }): boolean {
  return notes?.countsFreshOnly === true && !verdict.isCertain;
}

/**
 * Sends the same prompt after a new first line, so that none of it is cached. A server that counts only uncached
 * tokens then counts all of them.
 */
async function isCutAgain(
  watch: Watch,
  { request, leastTokens }: SentRequest,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const [first, ...rest] = request.messages;
  if (first === undefined) return false;
  const marked = { ...first, content: `Counted again: ${Math.round(leastTokens)}.\n${first.content}` };
  const recounted = { ...request, messages: [marked, ...rest], maxOutputTokens: recountedOutput };
  try {
    const reply = await watch.model.reply(recounted, { signal });
    const prompt = await describePrompt(watch, { request: recounted, leastTokens }, signal);
    return checkPromptCount(prompt, reply).kind === 'cut';
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'model.context-overflow') return true;
    throw error;
  }
}

async function describePrompt(
  watch: Watch,
  { request, leastTokens }: SentRequest,
  signal: AbortSignal | undefined,
): Promise<SentPrompt> {
  const { model, loadedTokens } = watch;
  if (!watch.hasAskedWindow && loadedTokens === undefined && leastTokens >= shortPrompt) {
    watch.hasAskedWindow = true;
    watch.loadedTokens = await model.findContextTokens?.(signal);
  }
  return { leastTokens, loadedTokens: watch.loadedTokens, maxOutputTokens: request.maxOutputTokens };
}

function readNotes(watch: Watch): ServerNotes {
  watch.notes ??= watch.notebook.find(watch.asked);
  return watch.notes;
}

/** How many tokens the window leaves for a reply; undefined if the window is unknown. */
function findRoom({ loadedTokens }: Watch, leastTokens: number): number | undefined {
  return loadedTokens === undefined
    ? undefined
    : Math.floor(loadedTokens - leastTokens * likelyFactor - spareTokens);
}

/** Called only if an error or a remedy depends on the kind, because finding it out takes requests. */
async function askKind(watch: Watch, signal?: AbortSignal): Promise<ServerKind> {
  watch.kind ??= (await watch.model.describeServer?.(signal))?.kind ?? 'unknown';
  return watch.kind;
}
