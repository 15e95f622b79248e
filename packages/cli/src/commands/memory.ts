// The memory commands: talk with a companion who remembers, and look at what it remembers.

import type { Command } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { addMemoryAccountCommands } from './memory-accounts.ts';
import { addMemoryChatCommand } from './memory-chat.ts';
import { addMemoryCompanionCommand } from './memory-companion.ts';
import { addMemoryExportCommand } from './memory-export.ts';
import { addMemoryGraphCommand } from './memory-graph.ts';
import { addMemoryImportCommand } from './memory-import.ts';
import { addMemoryLookCommands } from './memory-looks.ts';
import { addMemoryMaintainCommand } from './memory-maintain.ts';
import { addMemoryReviveCommand } from './memory-revive.ts';

export function addMemoryCommands(program: Command, shell: Shell): void {
  const memory = program
    .command('memory')
    .description('talk with a companion who remembers, and look at what it remembers');
  addMemoryChatCommand(memory, shell);
  addMemoryCompanionCommand(memory, shell);
  addMemoryLookCommands(memory, shell);
  addMemoryAccountCommands(memory, shell);
  addMemoryReviveCommand(memory, shell);
  addMemoryMaintainCommand(memory, shell);
  addMemoryImportCommand(memory, shell);
  addMemoryExportCommand(memory, shell);
  addMemoryGraphCommand(memory, shell);
}
