// Preparing: shows the scene, with the entries that matter in it, as the newest message.

import { buildSceneMessage } from '../build-scene-message.ts';
import { isRetry, type Run, readScenePages, recordStep, requireScene } from '../run.ts';
import type { RunnerState } from '../states.ts';

export function preparing(run: Run): RunnerState {
  const { ledger, glossary } = run.stores;
  const scene = requireScene(run);
  const pages = readScenePages(run);
  recordStep(run, () => {
    ledger.startScene(scene.id, isRetry(run) ? scene.status : 'running');
    const { content, shown } = buildSceneMessage(run);
    const posts = run.reread?.posts;
    const heldBefore = glossary.readNewestHeldChange();
    const body = {
      kind: 'scene-opened',
      heldBefore,
      ...(posts === undefined ? {} : { posts }),
    } as const;
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
