// Lent note: shows the state of a world that is kept in a fleet and can only be read here.

import type { Lent } from '../client/use-lent.ts';
import { countOf } from './count-of.ts';
import { renderDistance } from './time-text.ts';

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function LentNote({ lent }: { readonly lent: Lent }) {
  const { worker } = lent;
  return (
    <span>
      {describeReading(lent)}
      {worker === undefined ? '' : ` · ${worker} is at work on it now`}
    </span>
  );
}

function describeReading({ scenesDone, scenesAll, publishedAtMs }: Lent): string {
  if (scenesAll === 0) return 'not read by the fleet yet';
  const done = scenesDone >= scenesAll ? 'read' : `${scenesDone} of ${countOf(scenesAll, 'scene')} read`;
  return `${done}, as of ${renderDistance(publishedAtMs, { nowMs: Date.now(), timeZone: ownZone })}`;
}
