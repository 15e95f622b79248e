// Redacts the files of a memory other than its database: ambient.md, and images that no event shows any more.
import { basename, dirname, join } from 'node:path';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { openingMark } from '../assembly/read-wake-files.ts';
import { openFragmentStore } from '../fragments/fragment-store.ts';
import { buildPage } from '../maintenance/ambient-page.ts';
import { readAmbient } from '../maintenance/ambient-write-store.ts';
import type { ForgettingGround, Going } from './collect-going.ts';
import { redactAmbient } from './redact-ambient.ts';
import type { Redacted } from './redact-rows.ts';

/**
 * Called before the transaction ends: if the process is killed in between, the files contain too little rather
 * than too much.
 */
export function redactFiles(
  { connection, ambientPath, imagesDir }: Pick<ForgettingGround, 'connection' | 'ambientPath' | 'imagesDir'>,
  { going, fragments, changedFragments, images }: Redacted & { readonly going: Going },
): void {
  const page = readAmbient(ambientPath);
  const keys = { goneKeys: new Set(fragments), changedKeys: new Set(changedFragments) };
  const redacted = page === undefined ? undefined : redactAmbient(page, { own: going.own, ...keys });
  if (redacted !== undefined && redacted !== page) {
    const isListed = redacted.includes(openingMark);
    const text = isListed ? buildPage(redacted, openFragmentStore(connection).list()) : redacted;
    openWorldFolder(dirname(ambientPath)).write(ambientPath, [text]);
  }
  for (const path of images) openWorldFolder(dirname(imagesDir)).remove(join(imagesDir, basename(path)));
}
