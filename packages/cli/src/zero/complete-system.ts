// Chooses the system of a new game as the player says: a shipped one, a manifest file, or one extracted from a rulebook.

import { relative } from 'node:path';
import { type ChosenSystem, chooseSystem, listSystems } from '@terrarium/composition/choose-system';
import { renderCommand } from '@terrarium/composition/render-command';
import { UsageError } from '@terrarium/kernel/errors';
import { renderFailure } from '../shell/explain-error.ts';
import { type Extracted, extractToFile } from './extract-to-file.ts';
import type { ZeroContext } from './zero-context.ts';
import { refuseTogether } from './zero-options.ts';

export async function completeSystem(context: ZeroContext): Promise<boolean> {
  const { asker, options } = context;
  refuseTogether(options);
  if (options.rulebook !== undefined) return await completeExtracted(context, options.rulebook);
  const other = { id: '', label: 'Other rules', about: 'from a file that you name' };
  const chosen = options.system ?? (await asker.choose('Which rules?', [...listSystems(), other]));
  if (chosen === undefined) return false;
  const found = chosen === '' ? await askManifest(context) : chooseSystem(chosen, options.world);
  if (found === undefined) return false;
  const { system, origin } = found;
  context.save({
    system: origin === undefined ? { kind: 'shipped', id: system.id } : { kind: 'file', path: origin },
  });
  return true;
}

/** Asks until the person names a valid manifest, and shows what is wrong with a file; undefined if the input ended. */
async function askManifest({ asker, shell, options }: ZeroContext): Promise<ChosenSystem | undefined> {
  for (;;) {
    const wanted = await asker.ask('Which file has the rules?');
    if (wanted === undefined) return undefined;
    try {
      return chooseSystem(wanted, options.world);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      shell.printer.writeLines(...renderFailure(error));
    }
  }
}

async function completeExtracted(context: ZeroContext, rulebook: string): Promise<boolean> {
  const { asked } = context;
  if (asked === undefined) {
    throw new UsageError({
      code: 'play.extraction-needs-model',
      happened: 'Only a model can read a rulebook, and none is configured.',
      todo: 'Name a model with --model and --base-url, or choose a bundled system with --system.',
    });
  }
  const { path, problems } = await extractToFile(context, { rulebook, asked });
  if (problems > 0) throw refuseUnsound(context, { path, problems });
  context.save({ system: { kind: 'file', path } });
  return true;
}

function refuseUnsound({ name, options }: ZeroContext, { path, problems }: Extracted): UsageError {
  const shown = relative(process.cwd(), path);
  const command = renderCommand('play new', options.world, ['--session', name, '--system', shown]);
  return new UsageError({
    code: 'play.system-unsound',
    happened: `The extracted system cannot be played yet: ${problems === 1 ? 'one thing is' : `${problems} things are`} to be fixed in ${shown}.`,
    todo: `Fix the file (docs/writing-systems.md says how a system is written), then "${command}".`,
  });
}
