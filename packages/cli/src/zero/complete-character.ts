// Completes the character of a game: one that comes with the system, or the player's own, within the rules.

import { UsageError } from '@terrarium/kernel/errors';
import {
  type BuiltCharacter,
  buildCharacter,
  type CharacterOptions,
  listQuickCharacters,
} from '@terrarium/rpg/build-character';
import type { System } from '@terrarium/rpg/system';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { buildExample, parseSet, splitPairs } from './parse-set.ts';
import { renderManner, renderValues, renderWrong } from './render-character.ts';
import type { ZeroContext } from './zero-context.ts';

export async function completeCharacter(context: ZeroContext): Promise<boolean> {
  const system = context.readSystem();
  const wish = await resolveCharacter(context, system);
  if (wish === undefined) return false;
  const settled = await askUntilSound(context, system, wish);
  if (settled === undefined) return false;
  context.save({ character: JSON.parse(JSON.stringify(settled)) });
  return true;
}

interface FoundCharacter extends CharacterOptions {
  /** Whether it is the player's own, not one that comes with the system. */
  readonly isOwn: boolean;
}

async function resolveCharacter(context: ZeroContext, system: System): Promise<FoundCharacter | undefined> {
  const { asker, options } = context;
  const quick = listQuickCharacters(system);
  const own = { id: '', label: 'Somebody of my own' };
  const choices = [...quick.map(({ id, name, about }) => ({ id, label: name, about })), own];
  const chosen = options.character ?? (await asker.choose('Who are you?', choices));
  if (chosen === undefined) return undefined;
  const set = parseSet(options.set ?? [], system);
  const found = quick.find(({ id }) => id === chosen);
  if (found !== undefined)
    return { name: found.name, about: found.about, set: { ...found.set, ...set }, isOwn: false };
  if (chosen !== '')
    throw refuseUnknown(
      chosen,
      quick.map(({ id }) => id),
    );
  const name = await asker.ask('What is your name?', 'The Stranger');
  const about = name === undefined ? undefined : await asker.ask('Who is that, in a sentence?');
  if (name === undefined || about === undefined) return undefined;
  return { name, about, set, isOwn: true };
}

/**
 * Asks for values until the rules of creation hold; for a character of their own, until the player has nothing to add.
 */
async function askUntilSound(
  context: ZeroContext,
  system: System,
  wish: FoundCharacter,
): Promise<CharacterOptions | undefined> {
  let wanted: CharacterOptions = { name: wish.name, about: wish.about, set: wish.set };
  let manner = renderManner(system, context.shell.printer.width);
  for (;;) {
    const built = buildCharacter(system, wanted);
    const isSound = built.refused.length + built.unmet.length === 0;
    if (isSound && !wish.isOwn) return wanted;
    const next = await askNext(context, wanted, { system, built, manner, isSound });
    if (next === undefined || next === wanted) return next;
    wanted = next;
    manner = [];
  }
}

/** The wish with what was typed added; unchanged where nothing is to be added; undefined where the player gives up. */
async function askNext(
  context: ZeroContext,
  wanted: CharacterOptions,
  asked: Asked,
): Promise<CharacterOptions | undefined> {
  const { system, built, isSound } = asked;
  const typed = await askValues(context, asked);
  if (typed === undefined) return isSound && !context.signal.aborted ? wanted : undefined;
  if (typed === '' && isSound) return wanted;
  if (typed === 'default') return { ...(listQuickCharacters(system)[0] ?? wanted) };
  return { ...wanted, set: { ...filterSound(wanted, built), ...parseTyped(context, system, typed) } };
}

/** Drops values that were refused, so that they are not tried again. */
function filterSound({ set }: CharacterOptions, { refused }: BuiltCharacter): CharacterOptions['set'] {
  const paths = new Set(refused.map(({ at }) => at));
  return Object.fromEntries(Object.entries(set).filter(([path]) => !paths.has(path)));
}

interface Asked {
  readonly system: System;
  readonly built: BuiltCharacter;
  readonly manner: readonly string[];
  /** The rules of creation hold. */
  readonly isSound: boolean;
}

/** Shows the values so far and which rules do not hold yet, and asks for more. */
async function askValues(
  context: ZeroContext,
  { system, built, manner, isSound }: Asked,
): Promise<string | undefined> {
  const { asker, options, shell } = context;
  const { width } = shell.printer;
  if (options.json !== true) {
    shell.printer.writeLines(
      ...manner,
      '',
      ...renderValues(system, built, width),
      ...renderWrong(built, width),
    );
  }
  const end = isSound ? 'Enter begins' : '"default" takes the first character of the system';
  return await asker.ask(`Set one value or several, such as ${buildExample(system)}; ${end}.`);
}

/** What cannot be read is said, and asked for again. */
function parseTyped({ shell }: ZeroContext, system: System, typed: string): CharacterOptions['set'] {
  try {
    return typed === '' ? {} : parseSet(splitPairs(typed), system);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const said = `${paint('!', 'yellow')} ${error.happened} ${error.todo}`;
    shell.printer.writeLines(...wrapText(said, { width: shell.printer.width, indent: '    ', first: '  ' }));
    return {};
  }
}

function refuseUnknown(chosen: string, ids: readonly string[]): UsageError {
  return new UsageError({
    code: 'play.unknown-character',
    happened: `This system has no character "${chosen}".`,
    todo: ids.length === 0 ? 'Leave out --character and make your own.' : `There are: ${ids.join(', ')}.`,
  });
}
