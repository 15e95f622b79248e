// Settles the system of a game: one that comes along, a manifest, or one that is extracted from a rulebook.

import { UsageError } from '@terrarium/kernel/errors';
import { chooseSystem, listSystems } from '../play/choose-system.ts';
import { extractToFile } from './extract-to-file.ts';
import type { ZeroDesk } from './zero-desk.ts';
import { refuseTogether } from './zero-wish.ts';

export async function settleSystem(desk: ZeroDesk): Promise<boolean> {
  const { asker, options } = desk;
  refuseTogether(options);
  if (options.rulebook !== undefined) return await settleExtracted(desk, options.rulebook);
  const other = { id: '', label: 'Another one', about: 'the path of a manifest file' };
  const chosen = options.system ?? (await asker.choose('Which rules?', [...listSystems(), other]));
  const wanted = chosen === '' ? await asker.ask('Where is the manifest?') : chosen;
  if (wanted === undefined) return false;
  const { system, origin } = chooseSystem(wanted);
  desk.settle({
    system: origin === undefined ? { kind: 'shipped', id: system.id } : { kind: 'file', path: origin },
  });
  return true;
}

async function settleExtracted(desk: ZeroDesk, rulebook: string): Promise<boolean> {
  const { model } = desk;
  if (model === undefined) {
    throw new UsageError({
      code: 'play.extraction-needs-model',
      happened: 'A rulebook is read by a model, and none is configured.',
      todo: 'Name one with --model and --base-url, or take --system with one that comes along.',
    });
  }
  const { path, isPlayable } = await extractToFile(desk, { rulebook, model });
  if (!isPlayable) return false;
  desk.settle({ system: { kind: 'file', path } });
  return true;
}
