// Puts all commands about a story below `annotate`, and gives the everyday ones a short name too.

import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { addAddCommand } from './annotate-add.ts';
import { addAskCommand } from './annotate-ask.ts';
import { addDecisionsCommand } from './annotate-decisions.ts';
import { addEditCommand } from './annotate-edit.ts';
import { addExplicateCommand } from './annotate-explicate.ts';
import { addExportCommand } from './annotate-export.ts';
import { addImportGlossaryCommand } from './annotate-import-glossary.ts';
import { addInspectCommand } from './annotate-inspect.ts';
import { addPlaceCommand } from './annotate-place.ts';
import { addRecapCommand } from './annotate-recap.ts';
import { addRereadCommand } from './annotate-reread.ts';
import { addRetryCommand } from './annotate-retry.ts';
import { addRunCommand } from './annotate-run.ts';
import { addSearchCommand } from './annotate-search.ts';
import { addSnapshotCommands } from './annotate-snapshot.ts';
import { addSpeakersCommand } from './annotate-speakers.ts';
import { addStatusCommand } from './annotate-status.ts';
import { addSummonCommand } from './annotate-summon.ts';
import { addVerifyCommand } from './annotate-verify.ts';

/**
 * The commands in the order in which a person uses them in an evening. `annotate run` is called `read` here,
 * because "run" alone would not say what is run.
 */
export function addDailyCommands(program: Command, shell: Shell): void {
  addRunCommand(program, shell, 'read').summary('read the story, from where the last run stopped');
  addStatusCommand(program, shell);
  addPlaceCommand(program, shell).summary('show or set how far you have read; nothing later is shown');
  addSearchCommand(program, shell).summary('find entries, or sentences of the story');
  addInspectCommand(program, shell).summary('show an entry, a scene, a chapter or a post in full');
  addAskCommand(program, shell).summary('answer a question about the story, up to your place');
  addRecapCommand(program, shell).summary('tell the story so far');
  addSnapshotCommands(program, shell);
  addAddCommand(program, shell).summary('add an entry that the reading left out');
  addEditCommand(program, shell).summary('change an entry');
  addExportCommand(program, shell).summary('write the glossary to a file: wiki, Obsidian, SillyTavern, …');
}

export function addAnnotateCommands(annotate: Command, shell: Shell): void {
  addRunCommand(annotate, shell, 'run');
  addStatusCommand(annotate, shell);
  addSearchCommand(annotate, shell);
  addRecapCommand(annotate, shell);
  addAskCommand(annotate, shell);
  addInspectCommand(annotate, shell);
  addExplicateCommand(annotate, shell);
  addSnapshotCommands(annotate, shell);
  addSummonCommand(annotate, shell);
  addPlaceCommand(annotate, shell);
  addSpeakersCommand(annotate, shell);
  addDecisionsCommand(annotate, shell);
  addAddCommand(annotate, shell);
  addEditCommand(annotate, shell);
  addRetryCommand(annotate, shell);
  addRereadCommand(annotate, shell);
  addVerifyCommand(annotate, shell);
  addExportCommand(annotate, shell);
  addImportGlossaryCommand(annotate, shell);
}
