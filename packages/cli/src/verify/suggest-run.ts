// Suggests a run if a story was imported again, since only a run compares the story with the version that was read.

import type { World } from '@terrarium/annotator/world';
import { renderCommand } from '@terrarium/composition/render-command';

export function suggestRun({ dir }: Pick<World, 'dir'>): string {
  return `The story was imported again and has not been read since. Bring the glossary up to date with "${renderCommand('read', dir)}", then check again.`;
}
