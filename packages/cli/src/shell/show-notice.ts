// Shows a notice to a person or a program while a command opens a world and works with it.

import type { Notice } from '@terrarium/composition/host';
import { StorageError } from '@terrarium/kernel/errors';
import { renderMigrated } from '@terrarium/kernel/render-migrated';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderDuration } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { announceServer } from './announce-server.ts';
import type { Shell } from './shell.ts';

const aside =
  'It is set in the world that comes with Terrarium, not in that of your glossary. To play in the world of your glossary: "terrarium play new --scenario glossary".';

export function showNotice(shell: Shell, notice: Notice): void {
  const { printer } = shell;
  const { width } = printer;
  switch (notice.kind) {
    case 'migrated':
      printer.warn(renderMigrated(notice.migrated));
      break;
    case 'server-asked':
      announceServer(shell, notice.server, notice.isKeyWithheld);
      break;
    case 'waiting':
      printer.showLive(paint(`  ${renderWait(notice)}`, 'dim'));
      break;
    case 'standing':
      showStanding(shell, notice.says);
      break;
    case 'game-begun':
      printer.warn(`A new game begins: "${notice.name}".`);
      if (notice.isAside) printer.warn(...wrapText(aside, { width }));
      break;
    case 'links-accepted':
      printer.warn(...wrapText(renderLinks(notice), { width }).map((line) => paint(line, 'dim')));
      break;
    case 'notes':
      printer.warn(...wrapText(renderNotes(notice), { width }).map((line) => paint(line, 'dim')));
      break;
    default:
      printer.showLive();
      printer.warn(paint(renderWarning(notice), 'yellow'));
  }
}

type Of<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>;

function renderWait({ reason, delayMs }: Of<'waiting'>): string {
  return `${reason} Asked again in ${renderDuration(delayMs / 1000)} …`;
}

function renderLinks({ world, links }: Of<'links-accepted'>): string {
  const paths = links.map(({ path }) => path).join(', ');
  return `The world ${world.dir} may from now on read these files outside of its folder: ${paths}`;
}

function renderNotes({ notes, are }: Of<'notes'>): string {
  switch (are) {
    case 'followed':
      return `The model is told what the world's reading-notes.md says (${renderCount(notes.text.length, 'character')}).`;
    case 'not accepted':
      return "The model is not told what the world's reading-notes.md says, because you did not accept the file.";
    case 'beyond the reader':
      return "The built-in reader cannot follow the world's reading-notes.md: only a language model can.";
  }
}

type Warning = Of<'embedder-held' | 'words-alone' | 'routes-not-kept'>;

function renderWarning(notice: Warning): string {
  if (notice.kind === 'embedder-held')
    return 'The world names a server for embeddings that you have not accepted, so it is not asked. To accept it, add --trust-world.';
  const { happened, todo } = notice.failure;
  if (notice.kind === 'routes-not-kept') return `${happened} Your consent counts for this time only. ${todo}`;
  const advice = notice.failure instanceof StorageError ? ` ${todo}` : '';
  return `${happened}${advice} Searches go by words only, not by meaning.`;
}

/**
 * For a program the notice goes to standard error, so that standard output contains only one value, which can
 * be parsed.
 */
function showStanding({ printer, isForProgram }: Shell, text: string): void {
  if (isForProgram) printer.warn(text);
  else printer.writeLines(paint(text, 'dim'), '');
}
