// Makes the character of a card the companion of a memory, or a further companion, and gives it the character's name.
import { basename } from 'node:path';
import { buildCarriedVoice } from '@terrarium/composition/carried-settings';
import {
  isMadeUp,
  type MemoryWorld,
  type MemoryWorldOptions,
  prepareMemoryWorld,
  prepareTrialMemoryWorld,
  withMemoryDatabase,
} from '@terrarium/composition/memory-world';
import { writeWorldSetting } from '@terrarium/kernel/write-settings';
import { importCompanion, renderCompanionPage } from '@terrarium/memory/import-companion';
import { readKnownFacts } from '@terrarium/memory/known-fact';
import { withSuccessor } from '@terrarium/memory/succeed-voice';
import { exampleVoices, parseVoices, type Voice } from '@terrarium/memory/voices';
import type { Card } from '@terrarium/rpg/card';
import type { WorldOptions } from '../shell/options.ts';
import { readCardFile } from '../shell/read-card-file.ts';
import type { Shell } from '../shell/shell.ts';
import { countPatterns, type ImportedCard, renderImportedCard } from '../views/render-imported-card.ts';
import { planJoining } from './plan-joining.ts';

export interface CompanionOptions extends WorldOptions {
  readonly replace?: boolean;
  /** Whether the character joins a companion that is there. */
  readonly add?: boolean;
}

export async function importCard(shell: Shell, path: string, options: CompanionOptions): Promise<void> {
  // Uses the settings without making a world, because the card may turn out to be unreadable.
  const trial = await prepareTrialMemoryWorld(shell, options);
  const [{ name: setName }] = trial.settings.voices.user;
  const { name } = buildSheet(readCardFile(path, { userName: setName }), path);
  const joining = options.add === true ? await planJoining(shell, trial, name) : undefined;
  const of = joining?.of;
  // A companion that is yet to come was told no name.
  const isNew = joining?.companions !== undefined;
  const userName = isNew ? setName : await findUserName(shell, { ...options, of });
  const card = readCardFile(path, { userName });
  const sheet = buildSheet(card, path);
  renderCompanionPage(sheet);
  if (isNew) writeCompanions(trial.home, joining.companions);
  const memory = await prepareMemoryWorld(shell, { ...options, of });
  let naming: Naming = {};
  const taken = await withMemoryDatabase(shell, memory, (connection) =>
    importCompanion(connection, {
      sheet,
      nameVoice({ isSuccessor }) {
        if (of === undefined)
          naming = isSuccessor ? addVoice(memory, sheet.name) : renameVoice(memory, sheet.name);
      },
      isReplacing: options.replace,
      clock: shell.environment.clock,
      wakeContextPath: memory.paths.wakeContext,
      voices: memory.settings.voices,
    }),
  );
  const calls = userName === exampleVoices.user[0].name ? undefined : userName;
  const told = { card, taken, memory, calls, ...naming };
  if (options.json === true) shell.printer.writeJson('companionCard', describe(told));
  else shell.printer.writeLines(...renderImportedCard(told, shell.printer.width));
}

/**
 * The person's name from the settings or, if they give none, from the facts in the memory; the example's name if
 * neither has one.
 */
async function findUserName(shell: Shell, options: MemoryWorldOptions): Promise<string> {
  const trial = await prepareTrialMemoryWorld(shell, options);
  const [{ id, name }] = trial.settings.voices.user;
  if (name !== exampleVoices.user[0].name || isMadeUp(trial)) return name;
  const nowMs = shell.environment.clock.now();
  const told = await withMemoryDatabase(
    shell,
    trial,
    (connection) =>
      readKnownFacts(connection, { nowMs }).find(
        ({ owner, relation, voice }) => owner === '' && relation === 'name' && voice === id,
      ),
    { isLook: true },
  );
  return told?.value ?? name;
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

/** Which name or voice the companion had before; empty if the voices have not changed. */
type Naming = Pick<ImportedCard, 'formerName' | 'formerVoice'>;

/** The id of the voice stays the same, because every message of the companion contains it. */
function renameVoice(memory: MemoryWorld, name: string): Naming {
  const [first, ...more] = parseVoices(memory.configured.settings.memory.voices).companion;
  if (first.name === name) return {};
  writeCompanions(memory.home, [{ ...first, name }, ...more]);
  return { formerName: first.name };
}

/** Gives the new companion a voice of its own. The companion that spoke before keeps its voice and name. */
function addVoice(memory: MemoryWorld, name: string): Naming {
  const voices = parseVoices(memory.configured.settings.memory.voices);
  const [former] = voices.companion;
  writeCompanions(memory.home, withSuccessor(voices, name));
  return { formerName: former.name, formerVoice: former.id };
}

function writeCompanions(home: string, voices: readonly Voice[]): void {
  const value = voices.map(buildCarriedVoice);
  writeWorldSetting(home, { path: ['memory', 'voices', 'companion'], value });
}

function describe({ card, taken, memory, calls, formerName, formerVoice }: ImportedCard) {
  return {
    status: taken.status,
    of: memory.mind.isWorlds ? undefined : memory.mind.id,
    name: card.name,
    formerName,
    formerVoice,
    page: memory.paths.wakeContext,
    formerPage: taken.formerPath,
    calls,
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
