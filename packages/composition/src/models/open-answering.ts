// Opens the configured model to answer questions about a story, and says how many tokens a prompt may have.

import type { AskedModel } from '@terrarium/kernel/ask-model';
import type { Host } from '../host/host.ts';
import { buildPatience } from './choose-model.ts';
import { isBuiltIn } from './is-built-in.ts';
import { openReading, type ReadingRequest } from './open-reading.ts';

export interface Answering {
  /** Undefined if the built-in reader is configured: it cannot be asked. */
  readonly asked: AskedModel | undefined;
  /** Tokens that a prompt may have. */
  readonly budget: number;
}

export async function openAnswering(host: Host, request: ReadingRequest): Promise<Answering> {
  const { model, settings } = await openReading(host, request);
  const asked = isBuiltIn(model.id)
    ? undefined
    : { model, said: settings, patience: buildPatience(host, settings.retries) };
  return { asked, budget: settings.contextBudget };
}
