// Reads systems: those that ship with the program, and those in a person's own file.

import { readdirSync, readFileSync } from 'node:fs';
import { UsageError } from '@terrarium/kernel/errors';
import { readNamedFile } from '@terrarium/kernel/named-file';
import { z } from 'zod';
import type { ManifestProblem, System } from '../system/system.ts';
import { checkManifest } from './check-manifest.ts';

const largestBytes = 4 * 1024 * 1024;
/** The maximum number of problems that are shown: nobody mends more of them before checking again. */
const problemsShown = 100;
const folder = new URL('../systems/', import.meta.url);

export function listShippedSystems(): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

export interface SystemTitle {
  readonly id: string;
  readonly name: string;
  readonly about: string;
}

const titled = z.object({ id: z.string(), name: z.string(), about: z.string().default('') });

/** The id, name and description of each system that ships. Does not compile the rules, since that takes a while. */
export function listSystemTitles(): readonly SystemTitle[] {
  return listShippedSystems().map((id) => titled.parse(JSON.parse(readShippedText(id))));
}

/** The shipped systems that were read: their files do not change while the program runs, and checking one takes a while. */
const shipped = new Map<string, System>();

/** Throws `UsageError` `manifest.unknown` if no system with that id ships. */
export function readShippedSystem(id: string): System {
  const known = shipped.get(id);
  if (known !== undefined) return known;
  const ids = listShippedSystems();
  if (!ids.includes(id)) {
    throw new UsageError({
      code: 'manifest.unknown',
      happened: `Terrarium has no bundled system "${id.slice(0, 80)}".`,
      todo: `The bundled systems are: ${ids.join(', ')}. For your own, give the path of its file.`,
    });
  }
  const system = parseSystem(readShippedText(id), `the system ${id}`);
  shipped.set(id, system);
  return system;
}

function readShippedText(id: string): string {
  return readFileSync(new URL(`${id}.json`, folder), 'utf8');
}

/** Throws `UsageError`: `manifest.missing`, or `manifest.malformed`, whose message says what is wrong with the file. */
export function readSystemFile(path: string): System {
  return parseSystem(readText(path), path);
}

/** `from` says where the text is from. Throws `UsageError` `manifest.malformed`. */
export function parseSystem(text: string, from: string): System {
  if (Buffer.byteLength(text) > largestBytes) throw refuseSize(from);
  const checked = checkManifest(parseJson(text, from));
  if (checked.ok) return checked.system;
  throw refuseProblems(checked.problems, from);
}

function readText(path: string): string {
  const found = readNamedFile(path, largestBytes);
  if (found.status === 'read') return found.bytes.toString('utf8');
  if (found.status !== 'too-large') {
    throw new UsageError({
      code: 'manifest.missing',
      happened: `There is no file ${path}.`,
      todo: `Name the JSON file of a system, or a bundled system: ${listShippedSystems().join(', ')}.`,
    });
  }
  throw refuseSize(path);
}

function parseJson(text: string, from: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw refuse(from, {
      says: `It is not JSON: ${cause instanceof Error ? cause.message : String(cause)}.`,
      todo: 'Look for a comma too many or too few, or for a quote that is not closed.',
      cause,
    });
  }
}

function refuseSize(from: string): UsageError {
  const says = `It is larger than ${largestBytes / 1024 / 1024} MB.`;
  return refuse(from, { says, todo: 'Check that it is the right file, or make it smaller.' });
}

function refuseProblems(problems: readonly ManifestProblem[], from: string): UsageError {
  const lines = problems
    .slice(0, problemsShown)
    .map(
      ({ pointer, says, suggestion }) =>
        `  ${pointer === '' ? '(the whole)' : pointer}: ${says} ${suggestion}`,
    );
  const rest = problems.length - lines.length;
  const more = rest > 0 ? [`  and ${rest} more`] : [];
  const count = problems.length === 1 ? 'One thing is' : `${problems.length} things are`;
  return refuse(from, {
    says: [`${count} wrong with it:`, ...lines, ...more].join('\n'),
    todo: 'Correct the manifest; docs/writing-systems.md says how a system is written.',
  });
}

function refuse(
  from: string,
  { says, todo, cause }: { says: string; todo: string; cause?: unknown },
): UsageError {
  const happened = `The manifest of ${from} cannot be used. ${says}`;
  return new UsageError({ code: 'manifest.malformed', happened, todo, cause });
}
