// The options that most commands take: shown on a page of their own, and only named in the help of each command.

import { type Command, Help } from 'commander';
import { addModelOptions, addWorldOptions } from '../shell/options.ts';

/** Adds the page `terrarium help options`, which is not a command. */
export function addOptionsPage(program: Command): void {
  const page = program
    .command('options', { hidden: true })
    .description(
      'Options that most commands take. Write them after the command, as in "terrarium status --world DIR". To avoid repeating them, save your model with "terrarium use", or put settings (docs/settings.md) into a terrarium.yaml in the folder of the world.',
    )
    .action(() => page.outputHelp());
  addModelOptions(addWorldOptions(page, 'JSON, as docs/json.md describes it,')).helpOption(false);
  const common = new Set(page.options.map(({ long }) => long));
  for (const command of listBelow(program))
    if (command !== page)
      command
        .configureHelp({
          ...command.configureHelp(),
          formatHelp: (one, help) => renderShort(one, help, common),
        })
        .addHelpText('after', () => renderCommon(command, common));
}

function listBelow(command: Command): readonly Command[] {
  return command.commands.flatMap((one) => [one, ...listBelow(one)]);
}

/**
 * Common options are only left out of the help. The parser still knows them, so it can suggest `--world` for
 * `--wrold`.
 */
function renderShort(command: Command, help: Help, common: ReadonlySet<string | undefined>): string {
  const short = Object.assign(Object.create(help) as Help, {
    visibleOptions: (one: Command) => help.visibleOptions(one).filter(({ long }) => !common.has(long)),
  });
  return new Help().formatHelp(command, short);
}

function renderCommon(command: Command, common: ReadonlySet<string | undefined>): string {
  const taken = command.options.filter(({ long }) => common.has(long)).map(({ long }) => long);
  const isOfModel = taken.includes('--base-url');
  const named = isOfModel
    ? taken.filter((long) => ['--world', '--json', '--model', '--base-url'].includes(long ?? ''))
    : taken;
  if (named.length === 0) return '';
  return `\nAlso ${named.join(', ')}${isOfModel ? ', …' : ''}: see "terrarium help options".`;
}
