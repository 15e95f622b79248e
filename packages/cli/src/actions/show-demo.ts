// Shows the demo: reads a short serial of our own with no model and no network, and shows the result.

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { rankEntries } from '@terrarium/annotator/export-glossary';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { createWorld } from '@terrarium/annotator/open-world';
import { readQuote } from '@terrarium/annotator/read-quote';
import { type FileFormat, renderGlossary } from '@terrarium/annotator/render-glossary';
import { writeFile } from '@terrarium/annotator/write-file';
import { readFromWorld } from '@terrarium/composition/annotator-world';
import { openReading } from '@terrarium/composition/open-reading';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderDuration } from '../screen/quantities.ts';
import { buildExportPath } from '../shell/choose-export-target.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { renderFarewell, renderGreeting } from '../views/render-demo.ts';
import { renderGallery } from '../views/render-gallery.ts';
import { clearDemoFolder, demoExports, title } from './clear-demo-folder.ts';
import { type ReadWorldResult, readWorld } from './read-world.ts';

const sample = fileURLToPath(new URL('../../../../samples/low-veyre.jsonl', import.meta.url));

/** How many entries are shown: a screenful or two. */
const shownEntries = 12;

const widest = 80;

export async function showDemo(shell: Shell, wanted: string): Promise<void> {
  const { printer } = shell;
  const width = Math.min(printer.width, widest);
  const dir = clearDemoFolder(shell, wanted);
  const world = await createDemoWorld(shell, dir);
  shell.logsDir = world.added.world.logsDir;
  printer.writeLines(...renderGreeting({ title, ...world.report, dir: relative('.', dir) || '.' }, width));
  // Neither environment nor settings files are read: the demo is the same on every machine.
  const reading = await openReading(shell, { worldDir: dir, flags: { model: 'builtin' }, isBare: true });
  const result = await readWorld(shell, { reading, isJson: false });
  if (result.outcome.kind !== 'finished') {
    shell.exitCode = result.outcome.kind === 'interrupted' ? exitCodes.interrupted : exitCodes.halted;
    printer.writeLines('', 'Stopped. Start it again whenever you like.');
    return;
  }
  await readFromWorld(shell, dir, (annotator) => {
    showGlossary(shell, annotator, { result, width });
  });
}

interface Shown {
  readonly result: ReadWorldResult;
  readonly width: number;
}

function showGlossary({ printer }: Shell, annotator: Annotator, { result, width }: Shown): void {
  const ranked = [...rankEntries(annotator)].toSorted(
    (one, other) => other.salience - one.salience || one.entry.id - other.entry.id,
  );
  const progress = result.watch.readProgress();
  const cards = ranked.slice(0, shownEntries).map(({ entry }) => ({
    entry,
    quotes: entry.evidence.slice(0, 1).map((evidence) => readQuote(annotator, evidence)),
  }));
  const done = `${renderCount(progress.closedHere, 'scene')} read in ${renderDuration(result.watch.readSeconds())}: ${renderCount(ranked.length, 'entry', 'entries')}. The ${cards.length} that matter most:`;
  printer.writeLines(
    '',
    ...wrapText(done, { width }),
    '',
    ...renderGallery(cards, { world: annotator.world, width }),
  );
  const files = demoExports.map((format) => writeExport(annotator, format));
  printer.writeLines(
    ...renderFarewell(
      { files, dir: relative('.', annotator.world.dir) || '.', term: cards[0]?.entry.term ?? '' },
      width,
    ),
  );
}

function writeExport(annotator: Annotator, format: FileFormat): string {
  const path = buildExportPath(annotator.world, format);
  writeFile(path, renderGlossary(annotator, format).chunks, annotator.world.dir);
  return relative('.', path);
}

async function createDemoWorld(shell: Shell, dir: string) {
  const { clock } = shell.environment;
  const added = await addCorpus(createWorld({ dir, title, clock }), { path: sample, title });
  const report = added.status === 'added' ? added.report : { posts: 0, threads: 0, words: 0 };
  return { added, report };
}
