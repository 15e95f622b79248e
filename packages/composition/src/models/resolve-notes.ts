// Resolves a world's reading notes for the model; they count only after a person has accepted them on this machine.

import { type ReadingNotes, readReadingNotes } from '@terrarium/annotator/reading-notes';
import type { World } from '@terrarium/annotator/world';
import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import type { Host } from '../host/host.ts';
import { recordOrTell } from '../settings/accepted-routes.ts';
import { isBuiltIn } from './is-built-in.ts';

/**
 * The text of the notes that this model gets; undefined if there are none, if the person does not accept them, or for
 * the built-in reader. Throws `UsageError` if nobody can be asked.
 */
export async function resolveNotes(
  host: Host,
  world: World,
  model: Pick<LanguageModel, 'id'>,
): Promise<string | undefined> {
  const notes = readReadingNotes(world);
  if (notes === undefined) return undefined;
  if (isBuiltIn(model.id)) {
    host.notify({ kind: 'notes', notes, are: 'beyond the reader' });
    return undefined;
  }
  const isAccepted = await askAboutNotes(host, world, notes);
  host.notify({ kind: 'notes', notes, are: isAccepted ? 'followed' : 'not accepted' });
  return isAccepted ? notes.text : undefined;
}

async function askAboutNotes(host: Host, { dir }: World, notes: ReadingNotes): Promise<boolean> {
  if (openKnownWorlds().hasNotes(dir, notes.digest)) return true;
  const isAccepted = host.trustsWorld || (await host.askTrust({ dir, routes: undefined, links: [], notes }));
  if (isAccepted) recordOrTell(host, () => openKnownWorlds().recordNotes(dir, notes.digest));
  return isAccepted;
}
