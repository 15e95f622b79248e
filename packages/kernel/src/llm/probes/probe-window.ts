// Probes the window: how long a prompt and its reply may be, as the server has loaded the model.

import { ProviderError } from '../../base/errors.ts';
import type { Finding } from '../../base/finding.ts';
import { estimateTokens } from '../../tokens/estimate-tokens.ts';
import { suggestWindow } from '../prompt-cut.ts';
import { type ProbeContext, readServerKind } from './probe-context.ts';

/** Under this a scene, what is known of it and a reply crowd each other. */
const leastGoodWindow = 8_000;
const goodWindow = 32_768;

/** Asked after the first reply: some servers load a model, and its window, only when it is used. */
export async function probeWindow(context: ProbeContext): Promise<readonly Finding[]> {
  const tokens = await context.model.findContextTokens?.(context.options.signal);
  return [tokens === undefined ? await probeLongPrompt(context) : checkWindow(context, tokens)];
}

/** No one waits for an hour to be told of a window that is not used up. */
const longestTried = 16_000;
const filler = 'The old warden walked along the wall and counted the lamps that were lit. ';

/** A prompt as long as a run may send: a server that cuts it in silence, or refuses it, is found now and not at night. */
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
    const says = `The server does not say how long a prompt may be; one of ${usage.promptTokens} tokens was read whole.`;
    return { check: 'window', standing: 'ok', says };
  } catch (error) {
    return checkRefusedPrompt(error, unsaid);
  }
}

/** Enough for a word; thinking may be cut. */
const triedOutput = 16;

function checkRefusedPrompt(error: unknown, unsaid: Finding): Finding {
  const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
  // A long prompt may take longer than a question is waited for: that is no fault.
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
    todo: 'Look it up in its settings and say it with --context-budget (less the reply), or contextBudget in terrarium.yaml.',
  };
}

function checkWindow(context: ProbeContext, tokens: number): Finding {
  const check = 'window';
  const says = `The server has loaded a window of ${tokens} tokens for prompt and reply.`;
  if (tokens >= leastGoodWindow) return { check, standing: 'ok', says };
  return {
    check,
    standing: 'warning',
    says: `${says} From ${leastGoodWindow} on a story can be read well.`,
    todo: suggestWindow(readServerKind(context), goodWindow),
  };
}
