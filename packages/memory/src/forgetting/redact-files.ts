// Redacts the files of a memory beside its database: ambient.md, and images that nothing shows any more.
import { basename, dirname, join } from 'node:path';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { readAmbient } from '../maintenance/ambient-write-store.ts';
import type { ForgettingGround, Going } from './collect-going.ts';
import { type Redacted, redactAmbient } from './redact-rows.ts';

/** Called before the transaction ends: a process that is killed in between leaves too little rather than too much. */
export function redactFiles(
  { ambientPath, imagesDir }: Pick<ForgettingGround, 'ambientPath' | 'imagesDir'>,
  { going, fragments, images }: Redacted & { readonly going: Going },
): void {
  const ambient = readAmbient(ambientPath);
  const redacted =
    ambient === undefined
      ? undefined
      : redactAmbient(ambient, { own: going.own, goneKeys: new Set(fragments) });
  if (redacted !== undefined && redacted !== ambient)
    openWorldFolder(dirname(ambientPath)).write(ambientPath, [redacted]);
  for (const path of images) openWorldFolder(dirname(imagesDir)).remove(join(imagesDir, basename(path)));
}
