// Explains why there are no plans, if no reply had a tag from which a plan could come.

import type { TagYield } from '@terrarium/memory/measure-tag-yield';

/** Undefined if there are no replies, or if some replies hold things in mind. */
export function describeNoPlans({ replies, holding }: TagYield): string | undefined {
  if (replies === 0 || holding > 0) return undefined;
  const whose = replies === 1 ? 'The only reply so far holds' : `None of the ${replies} newest replies holds`;
  return `${whose} ${replies === 1 ? 'nothing' : 'anything'} in a tag, and plans come from tags (<plan>…</plan> in a message or a reply) or from words of yours such as “Remind me to …”. "terrarium memory maintain --propose-tags" has a model propose them.`;
}
