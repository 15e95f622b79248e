// Probes the window: how long a prompt and its reply may be, as the server has loaded the model.

import type { Finding } from '../../base/finding.ts';
import { adviseOnWindow } from '../prompt-cut.ts';
import { findServerKind, type ProbeDesk } from './probe-desk.ts';

/** Under this a scene, what is known of it and a reply crowd each other. */
const leastGoodWindow = 8_000;
const goodWindow = 32_768;

/** Asked after the first reply: some servers load a model, and its window, only when it is used. */
export async function probeWindow(desk: ProbeDesk): Promise<readonly Finding[]> {
  const tokens = await desk.model.findContextTokens?.(desk.options.signal);
  return [judgeWindow(desk, tokens)];
}

function judgeWindow(desk: ProbeDesk, tokens: number | undefined): Finding {
  const check = 'window';
  if (tokens === undefined) {
    return {
      check,
      standing: 'unknown',
      says: 'The server does not say how long a prompt may be.',
      todo: 'Look it up in its settings and say it with --context-budget (less the reply), or contextBudget in terrarium.yaml.',
    };
  }
  const says = `The server has loaded a window of ${tokens} tokens for prompt and reply.`;
  if (tokens >= leastGoodWindow) return { check, standing: 'ok', says };
  return {
    check,
    standing: 'warning',
    says: `${says} From ${leastGoodWindow} on a story can be read well.`,
    todo: adviseOnWindow(findServerKind(desk), goodWindow),
  };
}
