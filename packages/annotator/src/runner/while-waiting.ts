// While the model thinks: counts the posts it was just shown as read, and lays out the next scene.

import { setImmediate } from 'node:timers/promises';
import { indexScene, isRetry, type Run } from './run.ts';
import { openSceneDesk } from './scene-desk.ts';

/** Turns of the event loop after which a request has left for its server. */
const turnsToSend = 3;

/** Waits for `reply`, using the time for what would otherwise keep the next request waiting. */
export async function workWhileWaiting<Reply>(run: Run, reply: Promise<Reply>): Promise<Reply> {
  const settled = Promise.allSettled([reply]);
  for (let turn = 0; turn < turnsToSend; turn += 1) await setImmediate();
  indexScene(run);
  prepareNextScene(run);
  await settled;
  return await reply;
}

/** Reads and renders the next scene: it depends on the corpus alone, whatever the model answers. */
function prepareNextScene(run: Run): void {
  const { desk, stores } = run;
  if (desk.scene === undefined || desk.nextPages !== undefined || isRetry(run)) return;
  const next = stores.ledger.findSceneAfter(desk.scene);
  if (next?.status !== 'pending') return;
  const pages = openSceneDesk(
    run.corpus,
    next,
    stores.ledger.findDigests(next.id)?.map(({ postId }) => postId),
  );
  desk.nextPages = { sceneId: next.id, pages };
  // Looked up again when the scene is shown; by then its words are split.
  stores.glossary.countMentions(pages.texts);
}
