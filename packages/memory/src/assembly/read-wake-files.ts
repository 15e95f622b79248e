// Reads the files for a companion's wake: who it is, how it treats images, what it knows about itself.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import type { Voices } from '../tags/voices.ts';
import { describePerson, describeVoices } from './describe-voices.ts';

export interface WakeFiles {
  readonly activation: string;
  readonly imageContext: string;
  /** Undefined if the companion knows nothing about itself yet. */
  readonly ambient: string | undefined;
}

export interface WakeFilePaths {
  readonly wakeContextPath: string;
  readonly wakeContextImagePath: string;
  readonly ambientPath: string;
}

/** These files are sent with each message: a larger file is refused as a mistake. */
const largestBytes = 256 * 1024;

const defaults = new Map<string, string>();

/**
 * Reads a neutral default text for a file that is missing or empty; only `ambient` has no default and is left out. In a
 * person's own memory, `activation` is one line and no file is read for it.
 */
export function readWakeFiles(paths: WakeFilePaths & { readonly voices: Voices }): WakeFiles {
  const { voices, wakeContextPath } = paths;
  const who = describeVoices(voices);
  const readPage = () => completeActivation(readText(wakeContextPath));
  return {
    activation: describePerson(voices) ?? (who === '' ? readPage() : `${readPage()}\n\n${who}`),
    imageContext: readText(paths.wakeContextImagePath) ?? readDefault('default-wake-context-image.md'),
    ambient: readAmbient(paths.ambientPath),
  };
}

const anyTag = /<(?:say|do|narrate|feeling|thought|plan|pin|secret)>/u;

/**
 * Appends the default text, which explains the tags, to a page that names no tags. Without a page, returns only the
 * default text.
 */
function completeActivation(page: string | undefined): string {
  if (page === undefined) return readDefaultActivation();
  return anyTag.test(page) ? page : `${page}\n\n${readDefaultActivation()}`;
}

/** Reads the default text: how a companion writes, and nothing about who it is. */
export function readDefaultActivation(): string {
  return readDefault('default-wake-context.md');
}

function readAmbient(path: string): string | undefined {
  const page = removeMarks(readText(path) ?? '');
  return page === '' ? undefined : page;
}

function readDefault(name: string): string {
  const known = defaults.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(join(import.meta.dirname, name), 'utf8').trim();
  defaults.set(name, text);
  return text;
}

function readText(path: string): string | undefined {
  const text = read(path)
    ?.replace(/^\ufeff/, '')
    .trim();
  return text === '' ? undefined : text;
}

/** The files are in the world's folder, which is opened so that no link inside it is followed. */
function read(path: string): string | undefined {
  const bounds = { largestBytes, refuseLarger: () => refuseLarge(path) };
  try {
    return openWorldFolder(dirname(path)).readText(path, bounds);
  } catch (cause) {
    throw cause instanceof TerrariumError ? cause : buildUnreadable(path, cause);
  }
}

function refuseLarge(path: string): UsageError {
  return new UsageError({
    code: 'memory.bad-wake-file',
    happened: `${path} has more than ${largestBytes / 1024} KB.`,
    todo: 'It is sent with each message: shorten it to a page or two, or name another file.',
  });
}

function buildUnreadable(path: string, cause: unknown): UsageError {
  return new UsageError({
    code: 'memory.wake-file-unreadable',
    happened: `${path} exists but cannot be read.`,
    todo: 'Correct its permissions, or remove it.',
    cause,
  });
}

/**
 * The marks in ambient.md between which the built-in writer keeps its list. They are for programs, and shown to
 * nobody.
 */
export const openingMark = '<!-- compiled -->';
export const closingMark = '<!-- /compiled -->';

/**
 * The page without the lines that consist of `openingMark` or `closingMark`. A page with such lines is also trimmed.
 */
export function removeMarks(page: string): string {
  const isMark = (line: string) => [openingMark, closingMark].includes(line.trim());
  const lines = page.split('\n');
  return lines.some(isMark)
    ? lines
        .filter((line) => !isMark(line))
        .join('\n')
        .trim()
    : page;
}
