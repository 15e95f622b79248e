// Describes in words for a person what was imported from a talk in another program.

import type { ImportedTalks } from '../client/send-talk.ts';
import { countOf } from '../parts/count-of.ts';

export function describeImported({ added, known, changed, undated, leftOut }: ImportedTalks[number]): string {
  const parts = [
    added === 0 ? 'Nothing new came in' : `${countOf(added, 'message')} came in`,
    added === 0 || undated === 0
      ? ''
      : `${undated >= added ? 'they have' : `${countOf(undated, 'message has', 'messages have')}`} no date that could be read`,
    known === 0 ? '' : `${countOf(known, 'message was', 'messages were')} here already`,
    changed === 0
      ? ''
      : `${countOf(changed, 'message differs', 'messages differ')} from the file: the words here were not changed`,
    leftOut.length === 0
      ? ''
      : `${countOf(leftOut.length, 'kind of thing was', 'kinds of things were')} left out`,
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.`;
}
