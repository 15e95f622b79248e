// Finds the foe of the rules that somebody new is by what is said of them, such as a bandit, if nobody gave numbers.

import type { Foe } from '../system/manifest.ts';
import type { System } from '../system/system.ts';

interface Described {
  readonly type: 'npc' | 'creature';
  readonly name: string;
  readonly about?: string | undefined;
}

/** What somebody is stands at the beginning of what is said of them; what follows may be about others. */
const mostWords = 6;

/**
 * Undefined in a system whose foes have no words. A name counts only for a creature, since a person may be called Wolf.
 * The longest words that fit count: a bandit captain is no bandit.
 */
export function findKind({ manifest }: Pick<System, 'manifest'>, described: Described): Foe | undefined {
  const { foes = [] } = manifest;
  if (!foes.some(({ words }) => words !== undefined)) return undefined;
  const { type, name, about = '' } = described;
  const said = [...(type === 'creature' ? [name] : []), cutBeginning(about)].map(renderPlain);
  const fitting = foes.flatMap((foe) =>
    [foe.name, ...(foe.words ?? [])]
      .map(renderPlain)
      .filter((word) => said.some((text) => text.includes(word)))
      .map((word) => ({ foe, word })),
  );
  return fitting.toSorted((one, other) => other.word.length - one.word.length)[0]?.foe;
}

function cutBeginning(about: string): string {
  const [sentence = ''] = about.trim().split(/[.;:!?]/u, 1);
  return sentence.split(/\s+/u).slice(0, mostWords).join(' ');
}

function renderPlain(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}
