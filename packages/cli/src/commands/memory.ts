// The memory commands: talk with a companion who remembers, and look at what it remembers.

import { chatFormats } from '@terrarium/memory/chat-formats';
import { memoryExportFormats } from '@terrarium/memory/memory-export-formats';
import type { PlanSpan } from '@terrarium/memory/plans';
import type { RunKind } from '@terrarium/memory/run-store';
import { Argument, type Command, Option } from 'commander';
import type { ChatOptions } from '../actions/chat.ts';
import type { CorrectingOptions } from '../actions/correct-memory.ts';
import type { GraphOptions } from '../actions/draw-decay.ts';
import type { ExportOptions } from '../actions/export-memory-file.ts';
import type { CompanionOptions } from '../actions/import-card.ts';
import type { ImportOptions } from '../actions/import-options.ts';
import type {
  FactsOptions,
  PlansOptions,
  RecallOptions,
  WakeOptions,
  WhyOptions,
} from '../actions/read-from-memory.ts';
import type { MaintainOptions } from '../actions/run-memory-maintenance.ts';
import type { AuditOptions, RecapOptions, SearchOptions } from '../actions/show-memory-accounts.ts';
import {
  addMindOptions,
  addModelOptions,
  addWorldOptions,
  buildCountOption,
  buildDecayOption,
  buildNowOption,
  buildTrustOption,
  parseCount,
} from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { addMemoryCorrections } from './memory-corrections.ts';
import { addMemoryFragments } from './memory-fragments.ts';

export function addMemoryCommands(program: Command, shell: Shell, isFilled: boolean): void {
  const memory = program
    .command('memory')
    .description('talk with a companion who remembers, and see what it remembers')
    .summary('talk with a companion who remembers');
  if (!isFilled) return;
  addMemoryChatCommand(memory, shell);
  addMemoryCompanionCommand(memory, shell);
  addMemoryLookCommands(memory, shell);
  addMemoryAccountCommands(memory, shell);
  addMemoryReviveCommand(memory, shell);
  addMemoryCorrections(memory, shell);
  addMemoryMaintainCommand(memory, shell);
  addMemoryFragments(memory, shell);
  addMemoryImportCommand(memory, shell);
  addMemoryExportCommand(memory, shell);
  addMemoryGraphCommand(memory, shell);
}

function addMemoryChatCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('chat')
    .description('talk with a companion who remembers; without a model, see what would be on its mind')
    .argument(
      '[message...]',
      'one message (default: a conversation at the terminal; each line from a pipe is a message)',
    )
    .option('--as <who>', 'which speaker you are (default: the first in memory.voices.user)')
    .option(
      '--with <who>',
      'which companions hear it and answer in turn, such as sage,iri (default: the companion of the world)',
      parseNames,
    )
    .addOption(buildNowOption());
  addModelOptions(addWorldOptions(command, 'one JSON value per turn')).action(
    async (words: readonly string[], options: ChatOptions) => {
      const { runChat } = await import('../actions/chat.ts');
      await runChat(shell, words.join(' ').trim(), options);
    },
  );
}

function parseNames(text: string, former: readonly string[] = []): readonly string[] {
  return [...former, ...text.split(',').map((name) => name.trim())];
}

function addMemoryCompanionCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('companion')
    .description(
      'make the companion from a character card: name, description, first message; or add a further one',
    )
    .argument('<card>', 'a character card (PNG or JSON, versions 1 to 3)')
    .option('--add', 'add a companion beside the present one, with a memory of its own')
    .option(
      '--replace',
      'replace the present companion; the old wake-context.md (under another name) and all memories are kept',
    );
  addWorldOptions(command, 'one JSON value that lists what was imported').action(
    async (path: string, options: CompanionOptions) => {
      const { importCard } = await import('../actions/import-card.ts');
      await importCard(shell, path, options);
    },
  );
}

/** All values of `PlanSpan`, repeated here so that the help is shown without loading the memory. */
const whens = [
  'overdue',
  'today',
  'tomorrow',
  'week',
  'later',
  'open-ended',
] as const satisfies readonly PlanSpan[];

function addMemoryLookCommands(memory: Command, shell: Shell): void {
  addWakeCommand(memory, shell);
  addPlansCommand(memory, shell);
  addFactsCommand(memory, shell);
  addRecallCommand(memory, shell);
  addWhyCommand(memory, shell);
}

function addWakeCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('wake')
    .description('show exactly what the companion would be given now; this is not recorded')
    .argument('[message...]', 'what you would say (default: your newest message)')
    .addOption(buildDecayOption())
    .addOption(buildNowOption())
    .option('--with-secrets', 'include what the companion keeps secret');
  addMindOptions(command, 'one JSON value').action(async (words: readonly string[], options: WakeOptions) => {
    const { showWake } = await import('../actions/read-from-memory.ts');
    await showWake(shell, words, options);
  });
}

function addPlansCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('plans')
    .description('list all open plans by due date, including those no longer in mind')
    .option('--topic <topic>', 'only plans about this: a fragment, a subject, or words of the plan')
    .addOption(new Option('--when <when>', 'only plans due then').choices(whens))
    .addOption(buildNowOption());
  addMindOptions(command, 'one JSON value').action(async (options: PlansOptions) => {
    const { showPlans } = await import('../actions/read-from-memory.ts');
    await showPlans(shell, options);
  });
}

function addFactsCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('facts')
    .description('list facts about people, in the words in which they were told')
    .argument('[words...]', 'only facts that have all of these words')
    .option('--all', 'also facts that are no longer true')
    .addOption(buildNowOption());
  addMindOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: FactsOptions) => {
      const { showFacts } = await import('../actions/read-from-memory.ts');
      await showFacts(shell, words, options);
    },
  );
}

function addRecallCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('recall')
    .description('show a fragment by its exact key, and the fragments linked to it')
    .argument('<key>', 'such as pier')
    .option('--deep', 'show all of it');
  addMindOptions(command, 'one JSON value').action(async (key: string, options: RecallOptions) => {
    const { showFragment } = await import('../actions/read-from-memory.ts');
    await showFragment(shell, key, options);
  });
}

function addWhyCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('why')
    .description('explain, with the arithmetic, why something came to mind or did not')
    .argument(
      '<what...>',
      'an item by its number, "moment 12", a fragment by its key, or words that only one of them contains',
    )
    .addOption(
      buildCountOption('--wake <number>', 'explain it for the prompt with this number (default: the newest)'),
    )
    .addOption(buildNowOption());
  addMindOptions(command, 'one JSON value').action(async (words: readonly string[], options: WhyOptions) => {
    const { showWhy } = await import('../actions/read-from-memory.ts');
    await showWhy(shell, words, options);
  });
}

function addMemoryAccountCommands(memory: Command, shell: Shell): void {
  addSearchCommand(memory, shell);
  addAuditCommand(memory, shell);
  addRecapCommand(memory, shell);
}

function addSearchCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('search')
    .description('find moments and items in mind with any of these words, best first')
    .argument('<query...>', 'words to look for')
    .option('--from <time>', 'only from this time on: 2026-11-15, "last Tuesday", March, 2024')
    .option('--to <time>', 'only up to the end of that day, month or year')
    .addOption(buildCountOption('--limit <moments>', 'at most this many of each').default(10))
    .addOption(buildTrustOption());
  addMindOptions(command, 'one JSON value').action(
    async (words: readonly string[], options: SearchOptions) => {
      const { showFound } = await import('../actions/show-memory-accounts.ts');
      await showFound(shell, words, options);
    },
  );
}

function addAuditCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('audit')
    .description(
      'show what in the memory is duplicated, repeated too often, outdated, unused or without a source',
    )
    .option('--file <export>', 'check the memory of another program instead, exported as JSON or JSON lines');
  addMindOptions(command, 'one JSON value').action(async (options: AuditOptions) => {
    const { showAudit } = await import('../actions/show-memory-accounts.ts');
    await showAudit(shell, options);
  });
}

function addRecapCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('recap')
    .description('show what changed since last time: what is new, settled, faded or due')
    .option(
      '--since <when>',
      'a time, such as 2026-03-01, March or "yesterday at 6pm" (default: the beginning of the last conversation)',
    );
  addMindOptions(command, 'one JSON value').action(async (options: RecapOptions) => {
    const { showRecap } = await import('../actions/show-memory-accounts.ts');
    await showRecap(shell, options);
  });
}

function addMemoryReviveCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('revive')
    .description('bring back an item that faded, was dropped or was replaced')
    .argument('<item>', 'its number, as search and recap show it', (text) => parseCount(text))
    .addOption(buildNowOption());
  addMindOptions(command, 'one JSON value').action(async (item: number, options: CorrectingOptions) => {
    const { reviveItem } = await import('../actions/revive-item.ts');
    await reviveItem(shell, item, options);
  });
}

const kinds = ['light', 'deep', 'manual'] as const satisfies readonly RunKind[];

function addMemoryMaintainCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('maintain')
    .description('write fragments: summaries of what was said, made of quotes if there is no model')
    .addArgument(
      new Argument(
        '[kind]',
        'light: only what is new; deep: all fragments as well; manual: what --request says',
      ).choices(kinds),
    )
    .option('--dry-run', 'show what would be done, and write nothing')
    .option('--propose', 'save nothing yet; "memory proposals" shows the changes for you to accept or refuse')
    .option('--due', 'only if due: a light run each week, a deep one each month')
    .option('--request <words>', 'what a manual run should pay attention to')
    .option('--propose-tags', 'have the model tag the newest replies that have no tag')
    .option('--flags', 'list what maintenance asks you to look at')
    .addOption(buildCountOption('--settle <flag>', 'mark this flag as settled'))
    .addOption(buildCountOption('--revert <run>', 'undo that run exactly'));
  addModelOptions(addMindOptions(command, 'one JSON value')).action(
    async (kind: RunKind | undefined, options: MaintainOptions) => {
      const { runMemoryMaintenance } = await import('../actions/run-memory-maintenance.ts');
      await runMemoryMaintenance(shell, kind, options);
    },
  );
}

function addMemoryImportCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('import')
    .description(
      'import conversations (SillyTavern, exports from ChatGPT and Claude, JSON with the fields `text`, `at`, and `speaker` or `role`), or a whole memory',
    )
    .argument('<file...>', 'one or more files; each is imported completely or not at all')
    .option('--as-user <name>', 'which speaker in the files is you (default: as the files say)')
    .addOption(
      new Option(
        '--format <format>',
        'the format of the files (default: recognised from their content)',
      ).choices(chatFormats),
    )
    .option('--dry-run', 'say what would be imported, and change nothing')
    .addOption(buildTrustOption());
  addMindOptions(command, 'one JSON value (and a second one if a file fails)').action(
    async (files: readonly string[], options: ImportOptions) => {
      const { importChats } = await import('../actions/import-chats.ts');
      await importChats(shell, files, options);
    },
  );
}

function addMemoryExportCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('export')
    .description('write conversations and everything in mind to a file')
    .addOption(
      new Option(
        '--format <format>',
        'jsonl: for programs; markdown: for people; sillytavern: the conversation; whole: everything, secrets too, to move it elsewhere (default: from the name of the file, otherwise jsonl)',
      ).choices([...memoryExportFormats, 'whole']),
    )
    .option(
      '--out <path>',
      'where to write it (default: the exports/ folder of the world; - for standard output)',
    )
    .option('--with-secrets', 'include what the companion keeps secret')
    .option('--salvage', 'export the undamaged part of a damaged memory, and list what is left out');
  addMindOptions(command, 'one JSON value with the path of the file').action(
    async (options: ExportOptions) => {
      const { exportMemoryFile } = await import('../actions/export-memory-file.ts');
      await exportMemoryFile(shell, options);
    },
  );
}

function addMemoryGraphCommand(memory: Command, shell: Shell): void {
  const command = memory
    .command('graph')
    .description('draw how items in mind fade, and plans return, if nobody speaks')
    .addOption(buildCountOption('--days <days>', 'how many days ahead to show').default(7))
    .addOption(buildCountOption('--limit <items>', 'show this many of the strongest').default(20))
    .option('--svg <file>', 'write a picture to this file')
    .addOption(buildDecayOption())
    .addOption(buildNowOption())
    .option('--with-secrets', 'include what the companion keeps secret');
  addMindOptions(command, 'the scores as one JSON value').action(async (options: GraphOptions) => {
    const { drawDecay } = await import('../actions/draw-decay.ts');
    await drawDecay(shell, options);
  });
}
