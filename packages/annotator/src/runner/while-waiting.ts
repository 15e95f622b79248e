// While the model thinks: counts the posts it was just shown as read, and lays out the next scene.

import { setImmediate } from 'node:timers/promises';
import { isRetry, type Run, recordSceneRead } from './run.ts';
import { buildScenePages } from './scene-pages.ts';

/** Turns of the event loop after which a request has left for its server. */
const turnsToSend = 3;

/** Waits for `reply`, using the time for what would otherwise keep the next request waiting. */
export async function prepareWhileWaiting<Reply>(run: Run, reply: Promise<Reply>): Promise<Reply> {
  const settled = Promise.allSettled([reply]);
  for (let turn = 0; turn < turnsToSend; turn += 1) await setImmediate();
  recordSceneRead(run);
  prepareNextScene(run);
  await settled;
  return await reply;
}

/** Reads and renders the next scene: it depends on the corpus alone, whatever the model answers. */
function prepareNextScene(run: Run): void {
  const { session, stores } = run;
  if (session.scene === undefined || session.nextPages !== undefined || isRetry(run)) return;
  const next = stores.ledger.findSceneAfter(session.scene);
  if (next?.status !== 'pending') return;
  const pages = buildScenePages(
    run.corpus,
    next,
    stores.ledger.findDigests(next.id)?.map(({ postId }) => postId),
  );
  session.nextPages = { sceneId: next.id, pages };
  // Looked up again when the scene is shown; by then its words are split.
  stores.glossary.countMentions(pages.texts);
}
