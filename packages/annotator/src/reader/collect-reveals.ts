// Reveals: sentences that say of two entries that they are one, recorded with both, which are to be judged again.

import type { GatheredScene } from './collect-candidates.ts';
import type { SceneIdentity } from './list-identities.ts';
import type { Evidence, ReaderCall, UpdateCall } from './reader-call.ts';

/** By entry, the sentences that say it is one with another entry. */
export type Reveals = ReadonlyMap<number, readonly Evidence[]>;

/** `entryOf` gives the entry that owns a candidate. */
export function collectReveals(
  scene: GatheredScene,
  entryOf: ReadonlyMap<string, number>,
  identities: readonly SceneIdentity[],
): Reveals {
  const reveals = new Map<number, readonly Evidence[]>();
  for (const { names, sentence } of identities) {
    const ids = new Set(names.flatMap((name) => entryOf.get(name) ?? []));
    const shown = scene.sentences[sentence];
    if (ids.size < 2 || shown === undefined) continue;
    const quote = { post_id: shown.postId, label: shown.label };
    for (const id of ids) reveals.set(id, [...(reveals.get(id) ?? []), quote]);
  }
  return reveals;
}

/** Puts the sentences into the updates of their entries, or makes updates of them. */
export function addReveals(calls: readonly ReaderCall[], reveals: Reveals): readonly ReaderCall[] {
  const rest = new Map(reveals);
  const extended = calls.map((call) => {
    if (call.name !== 'glossary_update') return call;
    const evidence = rest.get(call.arguments.entry_id);
    rest.delete(call.arguments.entry_id);
    return evidence === undefined ? call : addEvidence(call, evidence);
  });
  const others = [...rest].map(
    ([id, evidence]): UpdateCall => ({
      name: 'glossary_update',
      arguments: { entry_id: id, evidence, status: 'tentative' },
    }),
  );
  return [...extended, ...others];
}

function addEvidence(call: UpdateCall, evidence: readonly Evidence[]): UpdateCall {
  return {
    ...call,
    arguments: {
      ...call.arguments,
      evidence: [...(call.arguments.evidence ?? []), ...evidence],
      status: 'tentative',
    },
  };
}
