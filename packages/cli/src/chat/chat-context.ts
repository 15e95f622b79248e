// Chat context: what every turn of a talk needs.

import type { MemoryWorld } from '@terrarium/composition/memory-world';
import type { AskedModel } from '@terrarium/kernel/ask-model';
import type { Company } from '@terrarium/memory/hear-together';
import type { Memory } from '@terrarium/memory/memory';
import type { Shell } from '../shell/shell.ts';

/** A companion in a talk, with what is needed to have it answer. */
export interface ChatContext {
  readonly shell: Shell;
  readonly world: MemoryWorld;
  readonly companion: Memory;
  /** The model; undefined if none is configured. Without one, a turn only shows what comes to mind. */
  readonly asked: AskedModel | undefined;
  readonly isJson: boolean;
  /** Whether the person types one message after another; false if the command sent a single one. */
  readonly isTalk: boolean;
  readonly company: Company;
  /** For the first companion, all the others, which answer after it; empty for the others. */
  readonly others: readonly ChatContext[];
}

export type AnsweringContext = ChatContext & { readonly asked: AskedModel };
