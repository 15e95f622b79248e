// Edits the sheet of a character that is being made, value by value or by words, until the rules of creation hold.

import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import {
  type BuiltCharacter,
  buildCharacter,
  type CharacterOptions,
  listQuickCharacters,
} from '@terrarium/rpg/build-character';
import type { Settable } from '@terrarium/rpg/list-settable';
import { joinWish } from '@terrarium/rpg/propose-character';
import type { System } from '@terrarium/rpg/system';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { renderFailure } from '../shell/explain-error.ts';
import { buildExample, parseSet, splitPairs } from './parse-set.ts';
import { proposeSheet } from './propose-sheet.ts';
import {
  findSettable,
  renderManner,
  renderSettable,
  renderValues,
  renderWho,
  renderWrong,
} from './render-character.ts';
import { rollSheet } from './roll-sheet.ts';
import type { ZeroContext } from './zero-context.ts';

export interface FoundCharacter {
  readonly character: CharacterOptions;
  /** Whether the character is the player's own and does not come with the system. */
  readonly isOwn: boolean;
  /** Whether a model filled in the sheet, and may be asked to change it. */
  readonly isProposed: boolean;
  /** Who the player wished to be, in their words, if a model filled in the sheet. */
  readonly wish?: string | undefined;
}

/**
 * Undefined if the player gives up. For a character of the player's own, editing goes on until the player has
 * nothing to add.
 */
export async function editSheet(
  context: ZeroContext,
  system: System,
  found: FoundCharacter,
): Promise<CharacterOptions | undefined> {
  let wanted = found.character;
  let { wish = wanted.about } = found;
  let sound: CharacterOptions['set'] = {};
  let manner = renderManner(system, context.shell.printer.width);
  for (;;) {
    const built = buildCharacter(system, wanted);
    const isTaken = built.refused.length === 0;
    // Refused values are reported once, and the former values stay. If the person adds nothing, the former values are
    // used.
    const kept = isTaken ? wanted : { ...wanted, set: restoreSound(wanted, built, sound) };
    const shown = isTaken ? built : { ...buildCharacter(system, kept), refused: built.refused };
    const isSound = shown.unmet.length === 0;
    sound = kept.set;
    if (isSound && isTaken && !found.isOwn) return wanted;
    saveEdited(context, { ...found, character: kept, wish });
    const next = await askNext(context, kept, {
      system,
      built: shown,
      manner,
      isSound,
      isProposed: found.isProposed,
      wish,
      onChange: (change) => {
        wish = joinWish(wish, change);
      },
    });
    if (next === undefined || next === kept) return next;
    wanted = next;
    manner = [];
  }
}

/** Saves the unfinished sheet, so that somebody who stops while editing can go on with it later. */
function saveEdited(context: ZeroContext, { character, ...found }: FoundCharacter): void {
  const { name, about, set } = character;
  context.save({ edited: JSON.parse(JSON.stringify({ ...found, character: { name, about, set } })) });
}

interface Asked {
  readonly system: System;
  readonly built: BuiltCharacter;
  readonly manner: readonly string[];
  /** Whether the character meets the rules of creation. */
  readonly isSound: boolean;
  readonly isProposed: boolean;
  readonly wish: string;
  readonly onChange: (change: string) => void;
}

/**
 * Returns the character as the player's answer changes it: by typed values, new rolls, a ready-made character, or words
 * to the model. Returns the same object if nothing is changed and the character meets the rules. Undefined if the
 * player stops, or if the input ends before the rules are met.
 */
async function askNext(
  context: ZeroContext,
  wanted: CharacterOptions,
  asked: Asked,
): Promise<CharacterOptions | undefined> {
  const { system, built, isSound } = asked;
  const typed = await askValues(context, asked);
  if (typed === undefined)
    return isSound && built.refused.length === 0 && !context.signal.aborted ? wanted : undefined;
  if (typed === '' && isSound) return wanted;
  if (typed === again && hasRolls(system))
    return { ...wanted, set: { ...wanted.set, ...rollSheet(context, system) } };
  if (typed === 'default') return { ...(listQuickCharacters(system)[0] ?? wanted) };
  if (asked.isProposed && typed !== '' && !typed.includes('='))
    return await editByWords(context, asked, { character: wanted, change: typed });
  return applyTyped(wanted, parseTyped(context, system, typed));
}

const agreeing = /^(?:y|yes|ok|okay|fine|good|done)[.!]?$/iu;
const again = 'reroll';

function hasRolls({ manifest }: System): boolean {
  return manifest.fields.some(({ roll }) => roll !== undefined);
}

/** Name and description are kept apart from the values, because the rules have no such values. */
function applyTyped(wanted: CharacterOptions, typed: CharacterOptions['set']): CharacterOptions {
  const { name, about, ...set } = typed;
  return {
    name: typeof name === 'string' && name !== '' ? name.slice(0, longestName).toWellFormed() : wanted.name,
    about: typeof about === 'string' ? about.slice(0, longestAbout).toWellFormed() : wanted.about,
    set: { ...wanted.set, ...set },
  };
}

const longestName = 80;
const longestAbout = 2_000;

/**
 * Has the model change the character. If it fails, shows the problem and returns the character as it was, and
 * the person is asked again.
 */
async function editByWords(
  context: ZeroContext,
  { system, wish, onChange }: Asked,
  before: { readonly character: CharacterOptions; readonly change: string },
): Promise<CharacterOptions> {
  try {
    const changed = await proposeSheet(context, system, { wish, before });
    onChange(before.change);
    return changed;
  } catch (error) {
    if (!(error instanceof TerrariumError) || context.signal.aborted) throw error;
    context.shell.printer.writeLines(...renderFailure(error));
    return { ...before.character };
  }
}

/**
 * Replaces refused values by the former ones, and drops those that had no former value, so that none is tried again.
 */
function restoreSound(
  { set }: CharacterOptions,
  { refused }: BuiltCharacter,
  before: CharacterOptions['set'],
): CharacterOptions['set'] {
  const paths = new Set(refused.map(({ at }) => at));
  const named = Object.keys(set).filter((path) => !paths.has(path) || before[path] !== undefined);
  return Object.fromEntries(named.map((path) => [path, (paths.has(path) ? before : set)[path] ?? null]));
}

/**
 * Shows the values so far and which rules are not met yet, and asks for more. If the answer is a question
 * mark, lists everything that can be set, and asks again.
 */
async function askValues(
  context: ZeroContext,
  { system, built, manner, isSound, isProposed }: Asked,
): Promise<string | undefined> {
  const { asker, options, shell } = context;
  const { printer } = shell;
  const { width } = printer;
  const write = (lines: readonly string[]) => {
    if (options.json !== true) printer.writeLines(...lines);
  };
  write([
    ...manner,
    '',
    ...(isProposed ? renderWho(built, width) : []),
    ...renderValues(system, built, width),
    ...renderWrong(built, width),
  ]);
  const end = isSound
    ? 'Enter begins, even if something is still empty'
    : '"default" takes the first ready-made character of the system';
  const rolls = hasRolls(system) ? `"${again}" rolls anew; ` : '';
  const words = isProposed ? 'say in words what is to be different; ' : '';
  for (;;) {
    const typed = await asker.ask(
      `Set one value or several, such as ${buildExample(system)}; ${words}${rolls}"?" lists all that can be set and how, "? word" only what contains this word; ${end}.`,
    );
    // “y” agrees with what is shown, as Enter does.
    if (typed !== undefined && agreeing.test(typed.trim())) return '';
    if (typed?.startsWith('?') !== true) return typed;
    showSettable(context, system, typed.slice(1).trim());
  }
}

function showSettable({ options, shell: { printer } }: ZeroContext, system: System, word: string): void {
  if (options.json === true)
    printer.writeJson('settableValues', { values: findSettable(system, word).map(buildSettable) });
  else printer.writeLines(...renderSettable(system, word, printer.width));
}

function buildSettable({ path, label, category, manner, hint }: Settable) {
  return { path, label, category, manner, hint: hint ?? null };
}

/** If the text cannot be parsed, shows the error and returns no values; the person is then asked again. */
function parseTyped({ shell }: ZeroContext, system: System, typed: string): CharacterOptions['set'] {
  try {
    return typed === '' ? {} : parseSet(splitPairs(typed, system), system);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const said = `${paint('!', 'yellow')} ${error.happened} ${error.todo}`;
    shell.printer.writeLines(...wrapText(said, { width: shell.printer.width, indent: '    ', first: '  ' }));
    return {};
  }
}
