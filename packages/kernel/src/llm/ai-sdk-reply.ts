// Converts a reply of the AI SDK, whole or streamed, into a reply in our form.
import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { FinishReason, ModelReply, ModelUsage, ReplyOptions, ToolCall } from './language-model.ts';
import { filterThinking, isBegunInThinking, splitThinking, type ThinkingFilter } from './split-thinking.ts';

/** The parts of a reply in the form in which the AI SDK gives them. */
export interface ReceivedReply {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly finish: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
}

/** Collects the content of a reply that was not streamed. */
export function collectContent(
  content: readonly LanguageModelV4Content[],
  end: Pick<ReceivedReply, 'finish' | 'usage'>,
): ReceivedReply {
  let text = '';
  let reasoning = '';
  const calls: ToolCall[] = [];
  for (const part of content) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'reasoning') reasoning += part.text;
    else if (part.type === 'tool-call') calls.push(readCall(part));
  }
  return { text, reasoning, calls, ...end };
}

/**
 * Collects a stream to its end; `fail` converts an error that the stream reports into one of ours. Undefined if the
 * stream ended without its final part.
 */
export async function collectStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  options: {
    readonly onText?: ReplyOptions['onText'];
    readonly onRetract?: ReplyOptions['onRetract'];
    /** Whether a text begins within thinking. */
    readonly opensThinking: boolean;
    readonly onArrival?: (() => void) | undefined;
    readonly fail: (error: unknown) => Error;
  },
): Promise<ReceivedReply | undefined> {
  // If a server sends thinking separately, the text contains none.
  const filter = openFilter(options, () => options.opensThinking && reasoning === '');
  let text = '';
  let reasoning = '';
  const calls: ToolCall[] = [];
  for await (const part of stream) {
    handlePart(part, options.onArrival);
    if (part.type === 'text-delta') {
      text += part.delta;
      filter.push(part.delta);
    } else if (part.type === 'reasoning-delta') reasoning += part.delta;
    else if (part.type === 'tool-call') calls.push(readCall(part));
    else if (part.type === 'error') throw options.fail(part.error);
    else if (part.type === 'finish') {
      filter.finish(part.finishReason.unified === 'length');
      return { text, reasoning, calls, finish: part.finishReason, usage: part.usage };
    }
  }
  return undefined;
}

/** Calls `startsInside` when the text begins. Without a listener, nothing is filtered. */
function openFilter(
  { onText, onRetract }: Pick<ReplyOptions, 'onText' | 'onRetract'>,
  startsInside: () => boolean,
): ThinkingFilter {
  let filter: ThinkingFilter | undefined;
  return {
    push(piece) {
      if (onText === undefined) return;
      filter ??= filterThinking({ onText, onRetract }, startsInside());
      filter.push(piece);
    },
    finish: (isCut) => filter?.finish(isCut),
  };
}

/**
 * Reports that text, thinking or calls have arrived. A stream that was only opened does not count, because it has cost
 * nothing yet.
 */
function handlePart({ type }: LanguageModelV4StreamPart, onArrival: (() => void) | undefined): void {
  if (/^(?:text-delta|reasoning-delta|tool-)/.test(type)) onArrival?.();
}

/** Builds the reply in our form: thinking is separate from the text, and usage is as the server reported it. */
export function buildReply(received: ReceivedReply, opensThinking: boolean): ModelReply {
  const isCutThinking = opensThinking && received.reasoning === '' && received.finish.unified === 'length';
  const split = splitThinking(received.text, isCutThinking);
  const reasoning = [received.reasoning, split.reasoning].filter((part) => part !== '').join('\n');
  return {
    text: split.text,
    reasoning,
    calls: replaceDuplicateIds(received.calls),
    finish: readFinish(received),
    usage: readUsage(received.usage),
  };
}

/** Answers refer to calls by id. If a server gives two calls the same id, the later call gets a new one. */
function replaceDuplicateIds(calls: readonly ToolCall[]): readonly ToolCall[] {
  const taken = new Set<string>();
  return calls.map((call, index) => {
    let id = call.id;
    while (taken.has(id)) id = `${id}-${index + 1}`;
    taken.add(id);
    return id === call.id ? call : { ...call, id };
  });
}

function readCall(part: Extract<LanguageModelV4Content, { type: 'tool-call' }>): ToolCall {
  return { id: part.toolCallId, name: part.toolName, arguments: readArguments(part.input) };
}

/** According to its type, `input` is always a text, but it is undefined if a server leaves the arguments out. */
function readArguments(input: unknown): string {
  if (typeof input === 'string') return input;
  return input === undefined || input === null ? '' : JSON.stringify(input);
}

function readFinish({ finish, calls }: ReceivedReply): FinishReason {
  switch (finish.unified) {
    case 'stop':
    case 'tool-calls':
      // Servers may say "stop" after calls, or "tool_calls" although the call was lost, so the calls that were
      // received decide.
      return calls.length > 0 ? 'tool-calls' : 'stop';
    case 'length':
    case 'content-filter':
      return finish.unified;
    case 'error':
    case 'interrupted':
    case 'other':
      return 'other';
  }
}

/** Reads the raw usage if there is one, because the normalised fields are 0 if a server reported nothing. */
function readUsage(usage: LanguageModelV4Usage): ModelUsage {
  if (usage.raw === undefined) {
    const { inputTokens, outputTokens } = usage;
    return {
      promptTokens: readCount(inputTokens.total, 1),
      cachedTokens: readCount(inputTokens.cacheRead, 0),
      outputTokens: readCount(outputTokens.total, 0),
    };
  }
  const { raw } = usage;
  const details = raw['prompt_tokens_details'];
  const cached = isRecord(details) ? details['cached_tokens'] : raw['prompt_cache_hit_tokens'];
  return {
    promptTokens: readCount(raw['prompt_tokens'] ?? usage.inputTokens.total, 1),
    cachedTokens: readCount(cached ?? raw['cache_read_input_tokens'] ?? raw['cachedContentTokenCount'], 0),
    outputTokens: readCount(raw['completion_tokens'] ?? usage.outputTokens.total, 0),
  };
}

/** Larger counts are ignored, because no window is so large. So sums over any number of requests stay exact. */
const mostTokens = 1_000_000_000;

/** A count below `least` means that the server did not fill in the field, because no prompt has 0 tokens. */
function readCount(value: unknown, least: number): number | 'unknown' {
  const isCount = typeof value === 'number' && Number.isInteger(value) && value >= least;
  return isCount && value <= mostTokens ? value : 'unknown';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface ThinkingHabit {
  readonly opens: boolean;
  record(received: Pick<ReceivedReply, 'text' | 'finish'>): void;
}

/** Remembers whether replies begin within thinking: according to the setting or, without one, to earlier replies. */
export function buildThinkingHabit(said: boolean | undefined): ThinkingHabit {
  let opens = said ?? false;
  return {
    get opens() {
      return opens;
    },
    record({ text, finish }) {
      // An empty text does not show whether the template opens the thinking. A text that was cut off can only show
      // that it does.
      if (said !== undefined || text.trim() === '') return;
      if (isBegunInThinking(text)) opens = true;
      else if (finish.unified !== 'length') opens = false;
    },
  };
}
