// Lists what models said of speakers: whom they play, as far as it was said up to a reader's place.

import { listProposalsUpTo } from '../glossary/proposal-store.ts';
import { listProposedSpeakers, type ProposedSpeaker } from '../glossary/speaker-proposal.ts';
import type { WorldView } from '../moments/open-world-view.ts';

/** Oldest first, those that a person decided about among them. */
export function listSpeakerProposals({
  connection,
  stores: { glossary, ledger },
  isAsOf = false,
}: WorldView): readonly ProposedSpeaker[] {
  const listProposals = isAsOf
    ? () => listProposalsUpTo(connection, ledger.countScenes().total)
    : glossary.listProposals;
  return listProposedSpeakers({ listProposals, find: glossary.find });
}

/** How many speakers wait for a person to say whom they play. */
export function countOpenSpeakers(view: WorldView): number {
  const decided = new Set(
    view.world.corpora.flatMap(({ speakers = [], nobody = [] }) => [
      ...speakers.map(({ label }) => label),
      ...nobody,
    ]),
  );
  const proposed = new Set(listSpeakerProposals(view).map(({ label }) => label));
  return [...proposed].filter((label) => !decided.has(label)).length;
}
