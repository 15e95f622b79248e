// Lists what models proposed, up to a reader's place, about which character each speaker plays.

import { listProposedSpeakers, type ProposedSpeaker } from '../glossary/speaker-proposal.ts';
import type { WorldView } from '../moments/open-world-view.ts';

/** Oldest first. Includes proposals that a person has already accepted or refused. */
export function listSpeakerProposals({ stores: { glossary } }: WorldView): readonly ProposedSpeaker[] {
  return listProposedSpeakers(glossary);
}

/** How many speakers still need a person to say whom they play. */
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
