// Names: no file is called `utils`, `common` or the like, none lies too deep, and entry points of packages stay short.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';

const empty = /^(.+-)?(utils?|helpers?|misc|managers?|services?)$|^(index|common)$/;
const deepest = 3;
const doors = [
  'packages/annotator/src/annotate.ts',
  'packages/memory/src/open-memory.ts',
  'packages/memory/src/wake.ts',
  'packages/rpg/src/play-turn.ts',
  'packages/rpg/src/game/open-game.ts',
];
const longestDoor = 120;

export function findPoorNames(root: string): readonly string[] {
  const paths = listFiles(root, /^(packages\/[^/]+\/(src|test)|guards|bench)\/.*\.(ts|tsx|js)$/);
  return [...paths.flatMap(judge), ...doors.flatMap((door) => judgeDoor(root, door))];
}

function judge(path: string): readonly string[] {
  const parts = path.split('/').map((part) => part.replace(/\..*$/, ''));
  const poor = parts.find((part) => empty.test(part));
  const folders = /^packages\/[^/]+\/src\/(.*)$/.exec(path)?.[1]?.split('/').slice(0, -1) ?? [];
  return [
    ...(poor === undefined ? [] : [`${path}: the name "${poor}" does not say what this is`]),
    ...(folders.length > deepest ? [`${path}: lies more than ${deepest} folders deep`] : []),
  ];
}

function judgeDoor(root: string, path: string): readonly string[] {
  if (!existsSync(join(root, path))) return [];
  const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
  return lines > longestDoor
    ? [`${path}: has ${lines} lines; a door may have at most ${longestDoor}, without details`]
    : [];
}
