// One door: only the kernel's `files` folder and a few listed files may open, write or remove files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';

/** Source files that may open files outside a world, each group with the reason. */
const others: readonly (readonly [reason: string, files: RegExp])[] = [
  ['the door itself', /^packages\/kernel\/src\/files\//],
  [
    "the person's own folders",
    /^packages\/kernel\/src\/config\/(own-record|known-worlds|configuration-source|private-files|write-settings)\.ts$/,
  ],
  ["the program's own steps, and room on a disk", /^packages\/kernel\/src\/store\/migrations\.ts$/],
  ['what a person names', /^packages\/kernel\/src\/base\/create-folder\.ts$/],
  ['words that a package brings', /^packages\/annotator\/src\/glossary\/word-list\.ts$/],
  ['a linked corpus, where a person has it', /^packages\/annotator\/src\/corpus\/open-corpus\.ts$/],
  ['a vault where a person wants it', /^packages\/annotator\/src\/export\/vault\/vault-folder\.ts$/],
  [
    'the folder of a world as a whole',
    /^packages\/annotator\/src\/(world\/(probe-folder|open-world|create-sibling)|journal\/open-annotator)\.ts$/,
  ],
  [
    'the folder of a world as a whole',
    /^packages\/cli\/src\/(actions\/(import-files|clear-demo-folder|fleet-folder)|doctor\/examine-world)\.ts$/,
  ],
  ['the folder of a world as a whole', /^packages\/fleet\/src\/(fetch-world|working\/worker-folder)\.ts$/],
  [
    'what a person names',
    /^packages\/(composition\/src\/games\/choose-system|cli\/src\/shell\/choose-export-target)\.ts$/,
  ],
  ['texts that come with the program', /^packages\/kernel\/src\/llm\/hash-prompt\.ts$/],
  [
    'a file that comes from a browser, in a folder of its own',
    /^packages\/server\/src\/shelf\/receive-file\.ts$/,
  ],
  ['a text that a person edits, in a folder of its own', /^packages\/cli\/src\/play\/open-editor\.ts$/],
  ['the screens as they are built', /^packages\/server\/src\/app\/(build-screens|register-files)\.ts$/],
  ['systems that come with the program', /^packages\/rpg\/src\/manifest\/read-system\.ts$/],
];

const imported = /^import (?:type )?([^;]*?) from '(?:node:)?fs(?:\/promises)?';$/mu;
/** Matches calls that read a text that ships with the program. */
const ownText = /readFileSync\(\s*(?:new URL\(|join\(import\.meta)/gu;
const isTest = /\.test\.ts$|\.prove\.ts$|\/testing\//u;

export function findStrayFiles(root: string): readonly string[] {
  const files = listFiles(root, /^packages\/[^/]+\/src\/.*\.tsx?$/).filter((path) => !isTest.test(path));
  return files
    .filter((path) => !others.some(([, place]) => place.test(path)))
    .filter((path) => touchesFiles(readFileSync(join(root, path), 'utf8')))
    .map(
      (path) => `${path}: files of a world are opened by openWorldFolder, and named ones by readNamedFile`,
    );
}

function touchesFiles(text: string): boolean {
  if (/\b(?:require|import)\(\s*'(?:node:)?fs/u.test(text)) return true;
  const names = imported.exec(text)?.[1];
  if (names === undefined) return false;
  const calls = text.split('readFileSync(').length - 1;
  return names.replace(/\s/gu, '') !== '{readFileSync}' || calls !== [...text.matchAll(ownText)].length;
}
