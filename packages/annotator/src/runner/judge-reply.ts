// Judges a reply: usable, or what is wrong with it.

import type { ModelReply } from '@terrarium/kernel/language-model';

/** Why nothing can be done with the reply; undefined when something can. */
export function findFault(reply: ModelReply, isFirstRound: boolean): string | undefined {
  if (reply.calls.length > 0) return undefined;
  if (reply.finish === 'content-filter') return 'The model refused to answer.';
  const text = reply.text.trim();
  if (reply.finish === 'length' && !text.includes('</codex_updates>')) {
    return 'The reply was cut off before it called a tool or came to an end.';
  }
  // After its calls were answered, a model that has nothing to add may well say nothing.
  if (text === '' && isFirstRound) return 'The reply was empty.';
  return undefined;
}
