// Probes a model: asks it a few short questions and says what it and its server can do, and what to switch on.
import { ModelError, ProviderError } from '../../base/errors.ts';
import type { Finding } from '../../base/finding.ts';
import { estimateTokens } from '../../tokens/estimate-tokens.ts';
import type { LanguageModel } from '../language-model.ts';
import { suggestWindow } from '../prompt-cut.ts';
import { buildProbeContext, type ProbeContext, type ProbeOptions, readServerKind } from './probe-context.ts';
import { probePrefix } from './probe-prefix.ts';
import { probeCap, probeOpening, probeStreaming, probeThinking } from './probe-replies.ts';
import { probeTools } from './probe-tools.ts';

interface Probe {
  /** The name of the finding if the probe fails. */
  readonly check: string;
  readonly run: (context: ProbeContext) => Promise<readonly Finding[]>;
}

const probes: readonly Probe[] = [
  { check: 'server', run: probeOpening },
  { check: 'window', run: probeWindow },
  { check: 'thinking', run: probeThinking },
  { check: 'streaming', run: probeStreaming },
  { check: 'counting', run: probeCounting },
  { check: 'tools', run: probeTools },
  { check: 'reply cap', run: probeCap },
  { check: 'prefix', run: probePrefix },
];

/**
 * Yields the findings of each probe as soon as it ends. Never retries after a failure, and never waits for an answer
 * longer than `timeoutMs`. Stops if the first probe fails, or if the server does not answer. After an abort, rejects
 * with the signal's reason.
 */
export async function* probeModel(model: LanguageModel, options: ProbeOptions): AsyncGenerator<Finding> {
  model.clearHabits?.();
  const context = buildProbeContext(model, options);
  for (const [index, { check, run }] of probes.entries()) {
    try {
      yield* await run(context);
    } catch (error) {
      options.signal?.throwIfAborted();
      const failed = explainFailure(error, options);
      yield { check, standing: 'problem', ...failed };
      if (index > 0 && !isLost(failed)) continue;
      if (index < probes.length - 1) yield unasked;
      return;
    }
  }
  yield* probeConnection(context);
}

interface Failure {
  readonly says: string;
  readonly todo: string;
  readonly code: string;
}

/** Whether the server did not answer, so that it would not answer the next question either. */
function isLost({ code }: Failure): boolean {
  return code === 'model.unreachable' || code === 'model.timeout';
}

function explainFailure(error: unknown, { timeoutMs }: ProbeOptions): Failure {
  if (error instanceof ProviderError || error instanceof ModelError) {
    return { says: error.happened, todo: error.todo, code: error.code };
  }
  if (!(error instanceof DOMException) || error.name !== 'TimeoutError') throw error;
  return {
    says: `No answer came within ${timeoutMs / 1000} s.`,
    todo: 'Look at the log of the server: it may still be loading the model. To wait longer, use --timeout.',
    code: 'model.timeout',
  };
}

const unasked: Finding = {
  check: 'the rest',
  standing: 'unknown',
  says: 'What else the model can do is checked once the problem above is solved.',
};

/**
 * Sends no request: the earlier probes have used the connection several times, which shows whether the server keeps it
 * open.
 */
function probeConnection({ model }: ProbeContext): readonly Finding[] {
  if (model.readHabits?.().closesKeptConnections !== true) return [];
  const says =
    'The server closes connections that it promised to keep, as llama.cpp does after each streamed reply. That does no harm: the request is sent again at once.';
  return [{ check: 'connection', standing: 'ok', says }];
}

/** Finds out whether the server says how many tokens a prompt had, and whether it counts the tokens of a given text. */
async function probeCounting(context: ProbeContext): Promise<readonly Finding[]> {
  const counted = await context.model.countTokens?.('The lamps are lit at dusk.', context.options.signal);
  const hasUsage = context.opening?.reply.usage.promptTokens !== 'unknown';
  return [checkCounting({ hasUsage, hasTokenizer: counted !== undefined })];
}

interface Counting {
  readonly hasUsage: boolean;
  readonly hasTokenizer: boolean;
}

function checkCounting({ hasUsage, hasTokenizer }: Counting): Finding {
  const check = 'counting';
  if (hasUsage) {
    const more = hasTokenizer
      ? ', and counts the tokens of any text when asked'
      : '; it cannot count those of other texts';
    return { check, standing: 'ok', says: `The server reports the number of tokens of each prompt${more}.` };
  }
  if (hasTokenizer) {
    const says =
      'The server does not report how many tokens a prompt had, but counts the tokens of any text when asked.';
    return { check, standing: 'ok', says };
  }
  return {
    check,
    standing: 'warning',
    says: 'The server neither reports how many tokens a prompt had nor counts the tokens of a text when asked: lengths are estimated.',
    todo: 'Set --context-budget a tenth below what the window allows.',
  };
}

/** In tokens. A smaller window has too little room for a scene, the entries about it, and a reply. */
const leastGoodWindow = 8_000;
const goodWindow = 32_768;

/** Must run after the first reply, because some servers load a model, and its window, only when it is used. */
async function probeWindow(context: ProbeContext): Promise<readonly Finding[]> {
  const tokens = await context.model.findContextTokens?.(context.options.signal);
  return [tokens === undefined ? await probeLongPrompt(context) : checkWindow(context, tokens)];
}

/**
 * In tokens. A longer prompt is not tried, because nobody would wait an hour to learn that the window is large enough.
 */
const longestTried = 16_000;
const filler = 'The old warden walked along the wall and counted the lamps that were lit. ';

/**
 * Sends a prompt as long as one in a run. A server that refuses it, or silently cuts it, is thus found out now and not
 * in the middle of a run.
 */
async function probeLongPrompt(context: ProbeContext): Promise<Finding> {
  const unsaid = buildUnknownWindow();
  const { promptTokens } = context.options;
  if (promptTokens === undefined) return unsaid;
  const tokens = Math.min(promptTokens, longestTried);
  const content = `${filler.repeat(Math.floor(tokens / estimateTokens(filler)))}\nAnswer with the single word: ready`;
  try {
    const { usage } = (
      await context.ask({ messages: [{ role: 'user', content }], maxOutputTokens: triedOutput })
    ).reply;
    if (usage.promptTokens === 'unknown') return unsaid;
    const says = `The server does not say how long a prompt may be; a prompt of ${usage.promptTokens} tokens was read whole.`;
    return { check: 'window', standing: 'ok', says };
  } catch (error) {
    return checkRefusedPrompt(error, unsaid);
  }
}

/** Enough tokens for one word. It does no harm if the reply is cut off while the model thinks. */
const triedOutput = 16;

function checkRefusedPrompt(error: unknown, unsaid: Finding): Finding {
  const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
  // If a long prompt takes longer than the time limit of a question, this is not a fault.
  if (isSlow) return unsaid;
  if (!(error instanceof ProviderError) || !windowCodes.includes(error.code)) throw error;
  const { happened: says, todo, code } = error;
  return { check: 'window', standing: 'problem', says, todo, code };
}

const windowCodes: readonly string[] = ['model.prompt-cut', 'model.context-overflow'];

function buildUnknownWindow(): Finding {
  return {
    check: 'window',
    standing: 'unknown',
    says: 'The server does not say how long a prompt may be.',
    todo: 'Look it up in its settings, subtract the length of a reply, and give the rest with --context-budget, or as contextBudget in terrarium.yaml.',
  };
}

function checkWindow(context: ProbeContext, tokens: number): Finding {
  const check = 'window';
  const says = `The server has loaded a window of ${tokens} tokens for prompt and reply.`;
  if (tokens >= leastGoodWindow) return { check, standing: 'ok', says };
  return {
    check,
    standing: 'warning',
    says: `${says} To read a story well, a window of at least ${leastGoodWindow} tokens is needed.`,
    todo: suggestWindow(readServerKind(context), goodWindow),
  };
}
