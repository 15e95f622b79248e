// Preparing: shows the scene, with the entries that matter in it, as the newest message.

import { renderSceneMessage } from '../../context/render-scene.ts';
import { collectSurroundings } from '../collect-surroundings.ts';
import { isRetry, type Run, readScenePages, recordStep, requireScene } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function preparing(run: Run): RunnerState {
  const { ledger } = run.stores;
  const scene = requireScene(run);
  const pages = readScenePages(run);
  recordStep(run, () => {
    ledger.startScene(scene.id, isRetry(run) ? scene.status : 'running');
    const { surroundings, shown } = collectSurroundings(run, pages.texts);
    const content = renderSceneMessage(pages.passages, surroundings);
    const posts = run.reread?.posts;
    const body = { kind: 'scene-opened', ...(posts === undefined ? {} : { posts }) } as const;
    return { body, messages: [{ message: { role: 'user', content }, shown }] };
  });
  run.emit({
    kind: 'scene-opened',
    scene,
    threadTitle: pages.scene.threadTitle,
    tokens: run.session.window.live.at(-1)?.tokens ?? 0,
  });
  return { at: 'calling', purpose: { for: 'scene' }, attempt: 1 };
}
