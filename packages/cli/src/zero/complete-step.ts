// Runs a step of session zero: uses the command line's options if they suffice, and otherwise asks.

import { readLimits } from '@terrarium/rpg/read-limits';
import type { ZeroStep } from '@terrarium/rpg/settled-zero';
import { describeLimits } from '../play/describe-limits.ts';
import { wrapText } from '../screen/layout.ts';
import { completeCharacter } from './complete-character.ts';
import { completeSystem } from './complete-system.ts';
import { completeWorld } from './complete-world.ts';
import type { ZeroContext } from './zero-context.ts';

type Settle = (context: ZeroContext) => Promise<boolean>;

const steps: Readonly<Record<ZeroStep, Settle>> = {
  system: completeSystem,
  concept: completeConcept,
  world: completeWorld,
  character: completeCharacter,
};

/** Returns whether the step was completed; it is not if the input ends or the person stops. */
export async function completeStep(context: ZeroContext, step: ZeroStep): Promise<boolean> {
  return await steps[step](context);
}

async function completeConcept(context: ZeroContext): Promise<boolean> {
  const { asker, options } = context;
  const question =
    'What do you want from this game? Name a mood, a place, or what you would rather not meet; or leave it empty. Say also what must never be in the game (“no harm to animals”), here or with --lines. In the game, /wish changes all this.';
  const concept = options.concept ?? (await asker.ask(question));
  if (concept === undefined) return false;
  context.save({ concept: concept.slice(0, longestConcept) });
  announceLimits(context, concept);
  return true;
}

/** Shows which lines and veils were found in free words, so that nobody relies on one that was not understood. */
function announceLimits({ shell, options }: ZeroContext, concept: string): void {
  if (options.json === true) return;
  const { width } = shell.printer;
  shell.printer.writeLines(
    ...describeLimits(readLimits(concept)).flatMap((line) => wrapText(line, { width })),
  );
}

const longestConcept = 4_000;
