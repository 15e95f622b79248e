// Describes in words for a person what came of the last run of maintenance.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { countOf } from '../parts/count-of.ts';

export type Keeping = RouteAnswer<'GET /api/worlds/{world}/keeping'>;

export function describeRun({ isRunning, last, proposals }: Keeping): string {
  if (isRunning) return 'Reading what has been said since last time. You can leave this page.';
  if (last === null) return '';
  if ('happened' in last) return `${last.happened} ${last.todo}`;
  if (last.status === 'nothing-new') return 'Nothing new has been said since last time.';
  const who = last.writer === 'builtin' ? 'The built-in writer' : last.writer;
  // The first page of the world counts only messages; the run also read what was put in mind by hand.
  const read = `${who} read ${countOf(last.events, 'message or note', 'messages and notes')}`;
  if (last.proposals.length > 0) {
    const waiting = proposals.filter(({ id }) => last.proposals.includes(id)).length;
    return `${read} and ${describeProposed(last.proposals.length, waiting)}`;
  }
  const more =
    last.writer === 'builtin' ? ' It keeps only what is said several times; a model finds more.' : '';
  return `${read} and found nothing to keep yet.${more}`;
}

/** The past tense is used once the person has decided on any of the changes. */
function describeProposed(proposed: number, waiting: number): string {
  const changes = countOf(proposed, 'change');
  if (waiting === proposed) return `proposes ${changes}.`;
  if (waiting === 0) return `proposed ${changes}. You have decided on ${proposed === 1 ? 'it' : 'them all'}.`;
  return `proposed ${changes}. You have still to decide on ${waiting}.`;
}
