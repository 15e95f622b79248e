// Adds an uploaded file to a game in preparation: a card, a lorebook, a manifest, or a rulebook for a model to read.

import { relative } from 'node:path';
import { countFound } from '@terrarium/composition/count-found';
import { extractRulebook, longestRulebook } from '@terrarium/composition/extract-rulebook';
import { type GivenFile, isRulebook, joinGivenFile } from '@terrarium/composition/join-given-file';
import { readRulebook } from '@terrarium/composition/read-rulebook';
import { saveSettled } from '@terrarium/composition/settle-zero';
import { UsageError } from '@terrarium/kernel/errors';
import type { fileRoutes } from '@terrarium/protocol/file-routes';
import type { Extraction } from '@terrarium/rpg/extract-system';
import type { z } from 'zod';
import type { MadeReport } from '../running/open-makings.ts';
import type { Desk } from '../shelf/desk.ts';
import { nameMaking } from './name-making.ts';
import { type Making, startMaking } from './start-making.ts';
import { withZero } from './with-zero.ts';

type Joined = z.input<(typeof fileRoutes)['POST /api/worlds/{world}/zero/files']['answer']>;

interface ZeroName {
  readonly world: string;
  /** Name of the game. */
  readonly name: string;
}

/**
 * Throws `UsageError` for a file that is none of these; for a rulebook also if it is too long, if no model is chosen,
 * or while a model is making something else for this game.
 */
export async function joinZeroFile(desk: Desk, { world, name }: ZeroName, file: GivenFile): Promise<Joined> {
  if (!isRulebook(file)) {
    return await withZero(desk, { world, name }, (place) => {
      desk.makings.clear(nameMaking(place));
      const { kind, says, left } = joinGivenFile(place, file);
      return { kind, says, left: [...left] };
    });
  }
  if (file.bytes.length > longestRulebook) throw refuseLong(file);
  const text = readRulebook(file);
  await withZero(desk, { world, name }, (_, { settings: { model } }) => {
    if (model === undefined || model === 'builtin') throw refuseWithoutModel();
  });
  await startMaking(
    desk,
    { world, name, kind: 'rules' },
    async (making) => await readRules(making, { name: file.name, text }),
  );
  return { kind: 'rulebook', says: `${file.name} is being read, part by part.`, left: [] };
}

interface Rulebook {
  readonly name: string;
  readonly text: string;
}

async function readRules(making: Making, { name, text }: Rulebook): Promise<MadeReport> {
  const { place, asked, signal, watch } = making;
  if (asked === undefined) throw refuseWithoutModel();
  const { extraction, path } = await extractRulebook({
    connection: place.connection,
    clock: place.host.environment.clock,
    asked,
    dir: place.dir,
    book: { file: name, text },
    signal,
    onPart: (done, all) => watch.report(`${name}: ${done} of ${all} parts have been read.`),
  });
  const { problems } = extraction;
  if (problems.length > 0) throw refuseUnsound(path, problems);
  saveSettled(place, { system: { kind: 'file', path }, character: undefined });
  return reportRules(extraction, relative(place.dir, path));
}

const shownDoubts = 12;

/** Says what was found, where it was written, and what to look at before the game begins. */
function reportRules({ manifest, readings, gaps, refused, unread }: Extraction, file: string): MadeReport {
  const left = [
    ...gaps.map((say) => `Perhaps in the book, but not found: ${say}`),
    ...readings.map(({ about }) => `The book contradicts itself: ${about}`),
    ...refused.map(({ say }) => `Thrown away: ${say}`),
    ...unread.map(({ headings }) => `The model gave no usable answer for this part: ${headings.join(' › ')}`),
  ];
  return {
    says: `The rulebook was read: ${countFound(manifest)}. The rules are in the file ${file} of this world. Look through them before you play.`,
    left: left.slice(0, shownDoubts),
  };
}

const shownProblems = 8;

function refuseUnsound(
  path: string,
  problems: readonly { readonly says: string; readonly suggestion: string }[],
): UsageError {
  const told = problems.slice(0, shownProblems).map(({ says, suggestion }) => `${says} ${suggestion}`);
  const count = problems.length === 1 ? 'one thing is' : `${problems.length} things are`;
  return new UsageError({
    code: 'play.system-unsound',
    happened: `The extracted system cannot be played yet: ${count} to be fixed in ${path}. ${told.join(' ')}`,
    todo: 'Fix the file (docs/writing-systems.md says how a system is written), then drop it here.',
  });
}

function refuseWithoutModel(): UsageError {
  return new UsageError({
    code: 'play.extraction-needs-model',
    happened: 'Only a model can read a rulebook, and none is configured.',
    todo: 'Name a model with --model and --base-url, or choose bundled rules.',
  });
}

function refuseLong({ name }: GivenFile): UsageError {
  return new UsageError({
    code: 'play.no-rulebook',
    happened: `${name} is larger than 32 MB.`,
    todo: 'Give a smaller rulebook, as plain text or Markdown.',
  });
}
