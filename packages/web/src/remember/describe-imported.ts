// Describes in words for a person what was imported from a talk in another program.

import type { ImportedTalks } from '../client/send-talk.ts';
import { countOf } from '../parts/count-of.ts';

/** Says how many messages came in, and what did not: what was left out, how often, and where it first occurs. */
export function describeImported({ added, known, changed, undated, leftOut }: ImportedTalks[number]): string {
  const parts = [
    added === 0 ? 'Nothing new came in' : `${countOf(added, 'message')} came in`,
    added === 0 || undated === 0 ? '' : `${nameUndated(added, undated)} no date that could be read`,
    known === 0 ? '' : `${countOf(known, 'message was', 'messages were')} here already`,
    changed === 0
      ? ''
      : `${countOf(changed, 'message differs', 'messages differ')} from the file: the words here were not changed`,
    leftOut.length === 0 ? '' : `left out: ${leftOut.map(describeLeftOut).join(', ')}`,
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.`;
}

function nameUndated(added: number, undated: number): string {
  if (undated < added) return countOf(undated, 'message has', 'messages have');
  return added === 1 ? 'it has' : 'they have';
}

function describeLeftOut({ what, place, count }: ImportedTalks[number]['leftOut'][number]): string {
  return `${what} (${count.toLocaleString('en')}, ${count === 1 ? 'at' : 'the first at'} ${place})`;
}
