// Settles a step of session zero: from the command line where it says it, else by asking.

import type { ZeroStep } from '@terrarium/rpg/settled-zero';
import { settleCharacter } from './settle-character.ts';
import { settleSystem } from './settle-system.ts';
import { settleWorld } from './settle-world.ts';
import type { ZeroDesk } from './zero-desk.ts';

type Settle = (desk: ZeroDesk) => Promise<boolean>;

const steps: Readonly<Record<ZeroStep, Settle>> = {
  system: settleSystem,
  concept: settleConcept,
  world: settleWorld,
  character: settleCharacter,
};

/** Whether it was settled; false where the input ended. */
export async function settleStep(desk: ZeroDesk, step: ZeroStep): Promise<boolean> {
  return await steps[step](desk);
}

async function settleConcept(desk: ZeroDesk): Promise<boolean> {
  const { asker, options } = desk;
  const question =
    'What do you want of this game? A mood, a place, what you would rather not meet; or nothing.';
  const concept = options.concept ?? (await asker.ask(question));
  if (concept === undefined) return false;
  desk.settle({ concept: concept.slice(0, longestConcept) });
  return true;
}

const longestConcept = 4_000;
