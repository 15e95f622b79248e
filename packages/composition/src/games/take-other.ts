// In a manifest made from a rulebook, takes the other of two contradictory readings, if the system still loads with it.

import { dirname } from 'node:path';
import { writeFile } from '@terrarium/annotator/write-file';
import { UsageError } from '@terrarium/kernel/errors';
import { readNamedFile } from '@terrarium/kernel/named-file';
import type { JsonObject } from '@terrarium/rpg/json';
import { parseSystem } from '@terrarium/rpg/read-system';
import { takeReading } from '@terrarium/rpg/take-reading';
import { longestRulebook, renderManifest } from './extract-rulebook.ts';

/** Throws `UsageError`, with nothing written, if there is no such reading, or the system would not load with it. */
export function takeOther(path: string, number: string): void {
  const found = readNamedFile(path, longestRulebook);
  const text = found.status === 'read' ? found.bytes.toString('utf8') : '';
  // Parsed first, so that problems of the file itself are reported before anything else.
  const { manifest } = parseSystem(text, path);
  const count = manifest.readings?.length ?? 0;
  const index = /^\d+$/.test(number) ? Number(number) - 1 : -1;
  const changed = takeReading(JSON.parse(text) as JsonObject, index);
  if (changed === undefined) throw refuse(path, number, count);
  const written = renderManifest(changed);
  parseSystem(written, path);
  writeFile(path, [written], dirname(path));
}

function refuse(path: string, number: string, count: number): UsageError {
  return new UsageError({
    code: 'play.no-reading',
    happened:
      count === 0
        ? `${path} lists no contradictions of a rulebook.`
        : `${path} lists no contradiction ${number}, or the part of the file with that contradiction has been changed since.`,
    todo: count === 0 ? 'Leave --take out.' : `Choose one from 1 to ${count}, or change the file by hand.`,
  });
}
