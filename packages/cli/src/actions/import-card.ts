// Makes the character of a card the companion of a memory: reads the card here, and tells the memory who that is.
import { basename } from 'node:path';
import {
  type MemoryWorld,
  prepareMemoryWorld,
  prepareTrialMemoryWorld,
  withMemoryDatabase,
} from '@terrarium/composition/memory-world';
import { writeWorldSetting } from '@terrarium/kernel/read-configuration';
import { importCompanion, renderCompanionPage } from '@terrarium/memory/import-companion';
import type { Card } from '@terrarium/rpg/card';
import type { WorldOptions } from '../shell/options.ts';
import { readCardFile } from '../shell/read-card-file.ts';
import type { Shell } from '../shell/shell.ts';
import { countPatterns, type ImportedCard, renderImportedCard } from '../views/render-imported-card.ts';

export interface CompanionOptions extends WorldOptions {
  readonly replace?: boolean;
}

export async function importCard(shell: Shell, path: string, options: CompanionOptions): Promise<void> {
  // Nothing is made for a card that cannot be read.
  const { settings } = await prepareTrialMemoryWorld(shell, options);
  const [{ name: userName }] = settings.voices.user;
  const card = readCardFile(path, { userName });
  const sheet = buildSheet(card, path);
  renderCompanionPage(sheet);
  const memory = await prepareMemoryWorld(shell, options);
  const taken = await withMemoryDatabase(shell, memory, (connection) =>
    importCompanion(connection, {
      sheet,
      isReplacing: options.replace,
      clock: shell.environment.clock,
      wakeContextPath: memory.paths.wakeContext,
      voices: memory.settings.voices,
    }),
  );
  const formerName = nameVoice(memory, sheet.name);
  const told = { card, taken, memory, formerName };
  if (options.json === true) shell.printer.writeJson('companionCard', describe(told));
  else shell.printer.writeLines(...renderImportedCard(told, shell.printer.width));
}

function buildSheet(
  { name, description, personality, scenario, examples, firstMessage, book }: Card,
  path: string,
) {
  const source = basename(path);
  const voiceName = name.slice(0, longestVoiceName).toWellFormed().trim();
  const lore = book?.entries;
  return { name: voiceName, description, personality, scenario, examples, firstMessage, lore, source };
}

const longestVoiceName = 100;

/**
 * The id stays the same, because every message of the companion bears it. Answers the former name; undefined where it
 * is unchanged.
 */
function nameVoice({ world, settings }: MemoryWorld, name: string): string | undefined {
  const [first, ...more] = settings.voices.companion;
  if (first.name === name) return undefined;
  const value = [{ id: first.id, name }, ...more.map((voice) => ({ id: voice.id, name: voice.name }))];
  writeWorldSetting(world.dir, { path: ['memory', 'voices', 'companion'], value });
  return first.name;
}

function describe({ card, taken, memory, formerName }: ImportedCard) {
  return {
    status: taken.status,
    name: card.name,
    formerName,
    page: memory.paths.wakeContext,
    formerPage: taken.formerPath,
    greeting: taken.hasGreeted ? card.firstMessage : undefined,
    lore: taken.lore,
    leftOut: {
      instructions: card.instructions,
      greetings: card.greetings.length,
      lorePatterns: countPatterns(card),
    },
    warnings: [...card.warnings, ...(card.book?.warnings ?? [])],
  };
}
