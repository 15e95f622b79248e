// Settles the character of a game: one that comes along, or one's own, value by value within the rules.

import { UsageError } from '@terrarium/kernel/errors';
import {
  type BuiltCharacter,
  buildCharacter,
  type CharacterWish,
  listQuickCharacters,
} from '@terrarium/rpg/build-character';
import type { System } from '@terrarium/rpg/system';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';
import { findExample, parseSet, splitPairs } from './parse-set.ts';
import { renderManner, renderValues, renderWrong } from './render-character.ts';
import type { ZeroDesk } from './zero-desk.ts';

export async function settleCharacter(desk: ZeroDesk): Promise<boolean> {
  const system = desk.readSystem();
  const wish = await findWish(desk, system);
  if (wish === undefined) return false;
  const settled = await mend(desk, system, wish);
  if (settled === undefined) return false;
  desk.settle({ character: JSON.parse(JSON.stringify(settled)) });
  return true;
}

async function findWish(desk: ZeroDesk, system: System): Promise<CharacterWish | undefined> {
  const { asker, options } = desk;
  const quick = listQuickCharacters(system);
  const own = { id: '', label: 'Somebody of my own' };
  const choices = [...quick.map(({ id, name, about }) => ({ id, label: name, about })), own];
  const chosen = options.character ?? (await asker.choose('Who are you?', choices));
  if (chosen === undefined) return undefined;
  const set = parseSet(options.set ?? [], system);
  const found = quick.find(({ id }) => id === chosen);
  if (found !== undefined) return { name: found.name, about: found.about, set: { ...found.set, ...set } };
  if (chosen !== '')
    throw refuseUnknown(
      chosen,
      quick.map(({ id }) => id),
    );
  const name = await asker.ask('What is your name?', 'The Stranger');
  const about = name === undefined ? undefined : await asker.ask('Who is that, in a sentence?');
  if (name === undefined || about === undefined) return undefined;
  return { name, about, set };
}

/** Asks for values until the rules of creation hold. */
async function mend(desk: ZeroDesk, system: System, wish: CharacterWish): Promise<CharacterWish | undefined> {
  let wanted = wish;
  let manner = renderManner(system, desk.shell.printer.width);
  for (;;) {
    const built = buildCharacter(system, wanted);
    if (built.refused.length + built.unmet.length === 0) return wanted;
    const typed = await askValues(desk, { system, built, manner });
    if (typed === undefined) return undefined;
    if (typed === 'default') return listQuickCharacters(system)[0] ?? wanted;
    const refused = new Set(built.refused.map(({ at }) => at));
    const kept = Object.fromEntries(Object.entries(wanted.set).filter(([path]) => !refused.has(path)));
    wanted = { ...wanted, set: { ...kept, ...takeTyped(desk, system, typed) } };
    manner = [];
  }
}

interface Asked {
  readonly system: System;
  readonly built: BuiltCharacter;
  readonly manner: readonly string[];
}

/** Shows how it stands and what does not hold yet. */
async function askValues(desk: ZeroDesk, { system, built, manner }: Asked): Promise<string | undefined> {
  const { asker, options, shell } = desk;
  const { width } = shell.printer;
  if (options.json !== true) {
    shell.printer.say(...manner, '', ...renderValues(system, built, width), ...renderWrong(built, width));
  }
  return await asker.ask(
    `Set one value or several, such as ${findExample(system)}; or "default" takes the first character that comes along.`,
  );
}

/** What cannot be read is said, and asked for again. */
function takeTyped({ shell }: ZeroDesk, system: System, typed: string): CharacterWish['set'] {
  try {
    return typed === '' ? {} : parseSet(splitPairs(typed), system);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const said = `${paint('!', 'yellow')} ${error.happened} ${error.todo}`;
    shell.printer.say(...wrapText(said, { width: shell.printer.width, indent: '    ', first: '  ' }));
    return {};
  }
}

function refuseUnknown(chosen: string, ids: readonly string[]): UsageError {
  return new UsageError({
    code: 'play.unknown-character',
    happened: `No character "${chosen}" comes along with this system.`,
    todo: ids.length === 0 ? 'Leave --character out and make your own.' : `There are: ${ids.join(', ')}.`,
  });
}
