// Lent note: the state of a world that is kept in a fleet and can only be looked at here.

import type { Lent } from '../client/use-lent.ts';
import { countOf } from './count-of.ts';
import { renderDistance } from './time-text.ts';

export function LentNote({ lent }: { readonly lent: Lent }) {
  const { worker, publishedAtMs } = lent;
  return (
    <span role="status">
      {`${describeReading(lent)}, as of ${renderDistance(publishedAtMs, Date.now())}`}
      {worker === undefined ? '' : ` · ${worker} is at work on it now`}
    </span>
  );
}

function describeReading({ scenesDone, scenesAll }: Lent): string {
  if (scenesAll === 0) return 'not read yet';
  return scenesDone >= scenesAll ? 'read' : `${scenesDone} of ${countOf(scenesAll, 'scene')} read`;
}
