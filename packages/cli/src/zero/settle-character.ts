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
  const set = parseSet(options.set ?? []);
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

/** Asks for values until the rules of creation hold; shows what does not hold yet. */
async function mend(desk: ZeroDesk, system: System, wish: CharacterWish): Promise<CharacterWish | undefined> {
  let wanted = wish;
  for (;;) {
    const built = buildCharacter(system, wanted);
    const wrong = [...built.refused, ...built.unmet];
    if (wrong.length === 0) return wanted;
    const { printer } = desk.shell;
    printer.say(
      '',
      ...renderValues(system, built, printer.width),
      ...wrong.flatMap(({ at, say }) =>
        wrapText(`${paint('!', 'yellow')} ${at}: ${say}`, {
          width: printer.width,
          indent: '    ',
          first: '  ',
        }),
      ),
    );
    const typed = await desk.asker.ask(
      'Set a value, such as attributes.wits=2; or "default" to take the first character that comes along.',
    );
    if (typed === undefined) return undefined;
    if (typed === 'default') return listQuickCharacters(system)[0] ?? wanted;
    const refused = new Set(built.refused.map(({ at }) => at));
    const kept = Object.fromEntries(Object.entries(wanted.set).filter(([path]) => !refused.has(path)));
    wanted = { ...wanted, set: { ...kept, ...parseSet([typed]) } };
  }
}

function renderValues(system: System, { values }: BuiltCharacter, width: number): readonly string[] {
  const fields = system.sheets.get('character')?.fields ?? [];
  return fields
    .filter(({ definition }) => ['attributes', 'skills', 'resources', 'combat'].includes(definition.category))
    .flatMap(({ path, definition, prefab, config }) => {
      const value = path
        .split('.')
        .reduce<unknown>((here, name) => (here as Record<string, unknown> | undefined)?.[name], values);
      const shown = value === undefined ? '–' : prefab.view(value as never, config as never);
      return wrapText(`${paint(path, 'cyan')}  ${definition.label} ${shown}`, {
        width,
        indent: '    ',
        first: '  ',
      });
    });
}

/** `path=value`, where the value is JSON if it can be read as such. */
function parseSet(pairs: readonly string[]): CharacterWish['set'] {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at <= 0) {
        throw new UsageError({
          code: 'play.bad-set',
          happened: `"${pair}" is no path=value.`,
          todo: 'Write it like attributes.wits=2.',
        });
      }
      return [pair.slice(0, at).trim(), parseValue(pair.slice(at + 1).trim())];
    }),
  );
}

function parseValue(text: string): CharacterWish['set'][string] {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refuseUnknown(chosen: string, ids: readonly string[]): UsageError {
  return new UsageError({
    code: 'play.unknown-character',
    happened: `No character "${chosen}" comes along with this system.`,
    todo: ids.length === 0 ? 'Leave --character out and make your own.' : `There are: ${ids.join(', ')}.`,
  });
}
