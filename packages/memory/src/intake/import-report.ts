// Import report: what of a chat file came, and what did not and why.

import type { Voices } from '../tags/voices.ts';
import type { ChatFormat } from './chat-formats.ts';
import type { LeftOut } from './incoming-message.ts';
import type { MappedSpeaker } from './resolve-speakers.ts';

export interface ImportReport {
  readonly path: string;
  readonly format: ChatFormat;
  readonly isDryRun: boolean;
  /** Messages that became events now. */
  readonly added: number;
  /** Messages that an earlier import brought, word for word. */
  readonly known: number;
  /** Messages that came earlier and read otherwise in the file now; what came first stays. */
  readonly changed: number;
  /** Messages that stand in the file twice. */
  readonly repeated: number;
  /** Items of working memory that tags of these messages made. */
  readonly items: number;
  /** Replies whose words stand outside of tags beside others that do not show: they are kept, and nothing shows. */
  readonly unsaid: number;
  /** Messages without a time, which were given that of their neighbours. */
  readonly undated: number;
  readonly speakers: readonly MappedSpeaker[];
  /** How `memory.voices` would name them; undefined where it does already. */
  readonly proposedVoices: Voices | undefined;
  /** When the first and the last of the file's messages were said. */
  readonly firstAtMs: number | undefined;
  readonly lastAtMs: number | undefined;
  readonly leftOut: readonly Omit<LeftOut, 'kind'>[];
}

/** Adds up what was left out, by what it is, with the place of the first. */
export function createLeftOutTally() {
  const sums = new Map<string, { place: string; count: number }>();
  return {
    add({ what, place, count }: LeftOut): void {
      const sum = sums.get(what);
      if (sum === undefined) sums.set(what, { place, count });
      else sum.count += count;
    },
    read: (): ImportReport['leftOut'] =>
      [...sums].map(([what, { place, count }]) => ({ what, place, count })),
  };
}
