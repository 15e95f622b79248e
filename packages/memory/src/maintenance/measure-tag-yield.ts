// Measures the tag yield: how many of the newest replies have any tags, and how many put something into mind.

import type { Connection } from '@terrarium/kernel/open-database';
import { parseResponse } from '../tags/parse-message.ts';
import { isWorkingTag } from '../tags/tag.ts';
import { exampleVoices, type Voices } from '../tags/voices.ts';
import { openTagYieldStore } from './tag-yield-store.ts';

export interface TagYield {
  /** How many replies were looked at. */
  readonly replies: number;
  /** How many of these replies have any known tag. */
  readonly tagged: number;
  /** How many of these replies put something into mind: a feeling, a plan, a pin. */
  readonly holding: number;
  /** `tagged` divided by `replies`; `unknown` before the first reply. */
  readonly share: number | 'unknown';
}

const defaultLast = 50;

export interface TagYieldOptions {
  /** How many of the newest replies to look at; 50 by default. */
  readonly last?: number | undefined;
  readonly voices?: Voices | undefined;
}

export function measureTagYield(connection: Connection, options: TagYieldOptions = {}): TagYield {
  const { last = defaultLast, voices = exampleVoices } = options;
  const parsed = openTagYieldStore(connection)
    .listReplies(last)
    .map(({ text }) => parseResponse(text, { voices }).spans);
  const tagged = parsed.filter((spans) => spans.length > 0).length;
  const holding = parsed.filter((spans) => spans.some(({ tag }) => isWorkingTag(tag))).length;
  return {
    replies: parsed.length,
    tagged,
    holding,
    share: parsed.length === 0 ? 'unknown' : tagged / parsed.length,
  };
}
