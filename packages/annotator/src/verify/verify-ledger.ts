// Verifies the ledger: it covers its corpora scene by scene, and says of each what the journal says.

import { advance, type SceneProgress, untouchedScene } from '../journal/journal.ts';
import type { LedgerScene } from '../journal/ledger-store.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import type { Problem } from './problem.ts';

export function* verifyLedger(annotator: Annotator): Iterable<Problem> {
  yield* verifyPlans(annotator);
  const { stores } = annotator;
  const reading = stores.context.findConversation('reading');
  let posts = 0;
  const running: LedgerScene[] = [];
  for (const scene of stores.ledger.iterateScenes()) {
    const steps =
      reading === undefined
        ? []
        : stores.journal.readSceneSteps({ conversationId: reading.id, sceneId: scene.id });
    const progress = steps.reduce((sum, step) => advance(sum, step.body), untouchedScene);
    yield* verifyScene(annotator, scene, progress);
    if (progress.closed !== undefined) posts += scene.posts;
    if (scene.status === 'running') running.push(scene);
  }
  if (running.length > 1) yield { code: 'RN13', what: `${running.length} scenes are running at once.` };
  const totals = stores.journal.readTotals();
  if (totals.postsProcessed !== posts) {
    yield {
      code: 'RN2',
      what: `${totals.postsProcessed} posts are said to be read; the closed scenes hold ${posts}.`,
    };
  }
}

/** Each planned corpus is the file it was, and its scenes are those the file falls into. */
function* verifyPlans({ corpora, stores }: Annotator): Iterable<Problem> {
  for (const planned of stores.ledger.readPlannedCorpora()) {
    const corpus = corpora.get(planned.corpus);
    if (corpus === undefined) {
      yield {
        code: 'RN4',
        what: `The corpus ${planned.corpus} is gone: no quote can be checked until it is back.`,
      };
      continue;
    }
    if (corpus.readFingerprint() !== planned.fingerprint) {
      yield {
        code: 'RN4',
        what: `The corpus ${planned.corpus} has changed since it was planned.`,
        isStale: true,
      };
    }
    const { scenes, posts } = stores.ledger.countPlanned(planned.corpus);
    if (scenes !== planned.sceneCount || posts !== planned.postCount) {
      yield {
        code: 'RN4',
        what: `${planned.corpus} was planned as ${planned.sceneCount} scenes of ${planned.postCount} posts; the ledger holds ${scenes} of ${posts}.`,
      };
    }
  }
}

function* verifyScene(annotator: Annotator, scene: LedgerScene, progress: SceneProgress): Iterable<Problem> {
  const name = `Scene ${scene.id}`;
  const isClosed = scene.status === 'committed' || scene.status === 'skipped' || scene.status === 'failed';
  const hasRetry = annotator.stores.context.findConversation('retry', scene.id) !== undefined;
  if (isClosed && progress.closed === undefined) {
    yield { code: 'RN4', what: `${name} is ${scene.status} in the ledger and not closed in the journal.` };
  }
  if (!isClosed && progress.closed !== undefined) {
    yield { code: 'RN4', what: `${name} is closed in the journal and ${scene.status} in the ledger.` };
  }
  if (scene.status === 'committed' && progress.closed === 'skipped' && !hasRetry) {
    yield { code: 'RN6', what: `${name} was skipped, and the ledger says committed.` };
  }
  if (isClosed && !scene.isIndexed) {
    yield { code: 'RN2', what: `${name} is closed and its posts are not counted as read.` };
  }
}
