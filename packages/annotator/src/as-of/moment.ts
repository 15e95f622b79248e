// Moment: where somebody stands in the reading, so that nothing later is known to them.

import type { SceneId } from '../context/message-log.ts';
import type { RevisionId } from '../glossary/entry.ts';

/**
 * `revision`: everything that was written until then, in the order of writing. `scene`: everything the reading up to the
 * end of that scene brought; what a scene that was read again brought counts at that scene's own place.
 */
export type Moment =
  | {
      readonly at: 'revision';
      readonly revision: RevisionId;
      /** The newest part that had been read, where that is known: more may have been read since the last revision. */
      readonly readPartId?: number | undefined;
    }
  | { readonly at: 'scene'; readonly sceneId: SceneId };
