// Writes settings into the terrarium.yaml of a world or of the person; everything else in the file is kept.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Document, isCollection, isMap, isScalar, parseDocument } from 'yaml';
import { StorageError, UsageError } from '../base/errors.ts';
import { openWorldFolder } from '../files/world-folder.ts';
import {
  buildFileSource,
  fileName,
  largestFileBytes,
  parseYaml,
  readOwnFile,
} from './configuration-source.ts';
import { createPrivateFolder, replacePrivateFile } from './private-files.ts';
import { readConfiguration } from './read-configuration.ts';
import type { SettingsSchema } from './setting-keys.ts';

export interface WrittenSetting {
  readonly path: readonly string[];
  /** The new value; undefined removes the setting. */
  readonly value: unknown;
}

/**
 * The caller must have checked that the file is valid. Throws `UsageError` if the file has a single value, or an
 * alias, in place of the group to which the setting belongs.
 */
export function writeWorldSetting(worldFolder: string, setting: WrittenSetting): void {
  const folder = openWorldFolder(worldFolder);
  const file = join(worldFolder, fileName);
  const text = folder.readText(file, { largestBytes: largestFileBytes }) ?? '';
  folder.write(file, [renderWith(file, text, [setting])]);
}

/**
 * Writes into the person's own file, which applies to every world, and returns its path. Only its owner can read the
 * file. If the whole file would then be invalid, writes nothing and throws the same `UsageError` as reading it would.
 * Throws `StorageError` if the file cannot be written.
 */
export function writeOwnSettings(
  schema: SettingsSchema,
  settings: readonly WrittenSetting[],
  userFolder?: string,
): string {
  const { path, text } = readOwnFile(userFolder);
  if (text !== undefined) parseYaml(path, text);
  const changed = renderWith(path, text ?? '', settings);
  readConfiguration(schema, [buildFileSource(path, changed, 'own')]);
  try {
    createPrivateFolder(dirname(path));
    // The file may be a link to a settings file that the person keeps elsewhere: this other file is then replaced.
    replacePrivateFile(existsSync(path) ? realpathSync(path) : path, changed);
  } catch (cause) {
    throw new StorageError({
      code: 'configuration.cannot-write',
      happened: `Your own settings cannot be written to ${path}.`,
      todo: 'Check the permissions of its folder and the space left on the disk.',
      cause,
    });
  }
  return path;
}

function renderWith(file: string, text: string, settings: readonly WrittenSetting[]): string {
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  for (const setting of settings) set(document, file, setting);
  return document.toString({ lineWidth: 0 });
}

function set(document: Document, file: string, { path, value }: WrittenSetting): void {
  deleteJoined(document.contents, path, false);
  if (value === undefined) {
    if (document.hasIn(path)) document.deleteIn(path);
    return;
  }
  for (const [at] of path.entries()) {
    const above = path.slice(0, at);
    const node = above.length === 0 ? document.contents : document.getIn(above, true);
    if (node === undefined || node === null || isCollection(node)) continue;
    if (!isScalar(node) || node.value !== null) throw refuse(file, path);
    document.deleteIn(above);
  }
  document.setIn(path, document.createNode(value));
}

/**
 * Removes the setting if the file writes its name as a single key (`a.b: 1`), because this key could count instead of
 * the new one.
 */
function deleteJoined(node: unknown, path: readonly string[], isBelowJoined: boolean): void {
  if (!isMap(node)) return;
  for (const at of path.keys()) {
    const key = path.slice(0, at + 1).join('.');
    const rest = path.slice(at + 1);
    const isJoined = isBelowJoined || at > 0;
    if (rest.length > 0) deleteJoined(node.get(key, true), rest, isJoined);
    else if (isJoined) node.delete(key);
  }
}

function refuse(file: string, path: readonly string[]): UsageError {
  return new UsageError({
    code: 'configuration.not-writable',
    happened: `${path.join('.')} cannot be written into ${file}: the file has a single value or an alias where the setting needs a group of keys.`,
    todo: 'Write the setting there yourself.',
  });
}
