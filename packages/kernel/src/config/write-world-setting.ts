// Writes one setting into a world's own file; whatever else stands there, comments among it, stays as it is.

import { join } from 'node:path';
import { isCollection, isScalar, parseDocument } from 'yaml';
import { UsageError } from '../base/errors.ts';
import { openWorldFolder } from '../files/world-folder.ts';
import { fileName, largestFileBytes } from './configuration-source.ts';

export interface WrittenSetting {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The file must have been read as valid before. Throws `UsageError` where the setting has no place of its own in it. */
export function writeWorldSetting(worldFolder: string, { path, value }: WrittenSetting): void {
  const folder = openWorldFolder(worldFolder);
  const file = join(worldFolder, fileName);
  const text = folder.readText(file, { largestBytes: largestFileBytes }) ?? '';
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  for (const [at] of path.entries()) {
    const above = path.slice(0, at);
    const node = above.length === 0 ? document.contents : document.getIn(above, true);
    if (node === undefined || node === null || isCollection(node)) continue;
    if (!isScalar(node) || node.value !== null) throw refuse(file, path);
    document.deleteIn(above);
  }
  document.setIn(path, document.createNode(value));
  folder.write(file, [document.toString({ lineWidth: 0 })]);
}

function refuse(file: string, path: readonly string[]): UsageError {
  return new UsageError({
    code: 'configuration.not-writable',
    happened: `${path.join('.')} cannot be written into ${file}: what stands above it there is no set of keys and values of its own.`,
    todo: 'Write the setting there yourself.',
  });
}
