// Probes a model: asks it a few short questions and says what it and its server can do, and what to switch on.

import { ModelError, ProviderError } from '../../base/errors.ts';
import type { Finding } from '../../base/finding.ts';
import type { LanguageModel } from '../language-model.ts';
import { probeConnection } from './probe-connection.ts';
import { buildProbeContext, type ProbeContext, type ProbeOptions } from './probe-context.ts';
import { probeCounting } from './probe-counting.ts';
import { probePrefix } from './probe-prefix.ts';
import { probeCap, probeOpening, probeStreaming, probeThinking } from './probe-replies.ts';
import { probeTools } from './probe-tools.ts';
import { probeWindow } from './probe-window.ts';

interface Probe {
  /** What its finding is called when it cannot be made. */
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
 * What is found out, as it is found out. Never retries, never waits for one answer longer than `timeoutMs`, and asks
 * nothing more of a server that does not answer. An abort rejects with the signal's reason.
 */
export async function* probeModel(model: LanguageModel, options: ProbeOptions): AsyncGenerator<Finding> {
  model.clearHabits?.();
  const context = buildProbeContext(model, options);
  model.clearHabits?.();
  for (const [index, { check, run }] of probes.entries()) {
    try {
      yield* await run(context);
    } catch (error) {
      options.signal?.throwIfAborted();
      const failed = explainFailure(error, options);
      yield { check, standing: 'problem', ...failed };
      if (index > 0 && !isLost(failed)) continue;
      const rest = probes.slice(index + 1).map((probe) => probe.check);
      if (rest.length > 0) yield renderRest(rest);
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

/** Whoever did not answer this will not answer the next question. */
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
    todo: 'Look at the log of the server: it may still be loading the model. --timeout gives it longer.',
    code: 'model.timeout',
  };
}

function renderRest(checks: readonly string[]): Finding {
  return { check: 'the rest', standing: 'unknown', says: `Not asked any more: ${checks.join(', ')}.` };
}
