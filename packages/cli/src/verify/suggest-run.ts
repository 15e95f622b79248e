// Suggests a run where a story came anew: it is compared with what was read only when a run begins.

import type { World } from '@terrarium/annotator/world';
import { renderCommand } from '@terrarium/composition/render-command';

export function suggestRun({ dir }: Pick<World, 'dir'>): string {
  return `The story was imported again and has not been read since. Bring the glossary up to date with "${renderCommand('read', dir)}", then check again.`;
}
