// The fleet commands: keep many worlds in one PostgreSQL database, and have them read by workers on several machines.

import type { Command } from 'commander';
import { Option } from 'commander';
import type {
  AddOptions,
  FetchOptions,
  InitOptions,
  RetryOptions,
  ServeOptions,
  StatusOptions,
  WorkOptions,
} from '../actions/fleet-options.ts';
import {
  addModelOptions,
  addToolsOption,
  buildCountOption,
  buildDurationOption,
  collect,
} from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';

const tasks = ['read', 'verify', 'export', 'maintain'] as const;

export function addFleetCommands(program: Command, shell: Shell, isFilled: boolean): void {
  const fleet = program
    .command('fleet')
    .description('read many worlds on several machines that share a PostgreSQL database (docs/fleet.md)')
    .summary('read many worlds on several machines');
  if (!isFilled) return;
  addInitCommand(fleet, shell);
  addAddCommand(fleet, shell);
  addWorkCommand(fleet, shell);
  addStatusCommand(fleet, shell);
  addFetchCommand(fleet, shell);
  addRetryCommand(fleet, shell);
  addServeCommand(fleet, shell);
}

function addFleetOptions(command: Command, json: string): Command {
  return command
    .option(
      '--database <url>',
      'postgres://user@host/name (better: TERRARIUM_DATABASE in the environment, where no other program sees a password)',
    )
    .option('--json', `print ${json} instead of text`);
}

function addInitCommand(fleet: Command, shell: Shell): void {
  const command = fleet
    .command('init')
    .description('create or update the tables of a fleet, and add owners')
    .option('--owner <name>', 'add this owner, who sees only their own worlds; may be repeated', collect)
    .addOption(
      buildCountOption('--share <number>', 'their share when workers are divided among owners (default: 1)'),
    )
    .addOption(buildCountOption('--most <worlds>', 'how many of their worlds may be worked on at once'));
  addFleetOptions(command, 'one JSON value').action(async (options: InitOptions) => {
    const { prepareFleetFor } = await import('../actions/fleet-init.ts');
    await prepareFleetFor(shell, options);
  });
}

function addAddCommand(fleet: Command, shell: Shell): void {
  const command = fleet
    .command('add')
    .description('add worlds to the fleet, to be read; the folders here are not changed')
    .argument('<world...>', 'folders of worlds; with --task, names of worlds in the fleet')
    .option('--name <name>', "what a world is called in the fleet (default: its folder's name)")
    .option('--owner <name>', 'its owner (default: the user of the connection)')
    .addOption(
      new Option(
        '--priority <number>',
        'worlds of the same owner with a higher number are read first: -1000 to 1000',
      ).argParser(Number),
    )
    .option('--until <place>', 'read up to this place: chapter:12, "before thread:3", a title')
    .option('--model <name>', 'only for workers with this model, such as openai:qwen')
    .option('--replace', 'replace the world of this name, and read on')
    .option('--notes', "give the model the world's reading-notes.md")
    .addOption(
      new Option('--task <kind>', 'the task to add, for worlds that are already in the fleet').choices(tasks),
    )
    .option('--format <format>', 'for --task export: json, yaml, markdown, wiki, worldinfo, lorebook');
  addFleetOptions(command, 'a JSON value for each world').action(
    async (worlds: readonly string[], options: AddOptions) => {
      const { addToFleet } = await import('../actions/fleet-add.ts');
      await addToFleet(shell, worlds, options);
    },
  );
}

function addWorkCommand(fleet: Command, shell: Shell): void {
  const command = fleet
    .command('work')
    .description('be a worker: read worlds of the fleet with one model server')
    .addOption(
      buildCountOption('--slots <number>', 'how many worlds this model server can read at once (default: 1)'),
    )
    .option('--only <kinds>', 'only these tasks, separated by commas: read, verify, export, maintain')
    .option('--until-empty', 'stop when nothing is left to do')
    .option('--dir <folder>', 'where worlds are kept while they are read (default: a temporary folder)')
    .option('--worker <name>', 'a unique name (default: from machine and process)')
    .addOption(
      buildDurationOption(
        '--publish-every <time>',
        'save the state of a world to the database at most this often (default: 15s)',
      ),
    )
    .addOption(
      buildDurationOption(
        '--lease <time>',
        'how long this worker may be silent before another takes over (default: 60s)',
      ),
    );
  addFleetOptions(addToolsOption(addModelOptions(command)), 'one JSON event per line').action(
    async (options: WorkOptions) => {
      const { runFleetWorker } = await import('../actions/fleet-work.ts');
      await runFleetWorker(shell, options);
    },
  );
}

function addStatusCommand(fleet: Command, shell: Shell): void {
  const command = fleet
    .command('status')
    .description('show what is waiting, which worker reads what, what is done or failed, and what it cost')
    .option('--watch', 'refresh every two seconds, until Ctrl-C');
  addFleetOptions(command, 'one JSON value').action(async (options: StatusOptions) => {
    const { showFleetStatus } = await import('../actions/fleet-status.ts');
    await showFleetStatus(shell, options);
  });
}

function addFetchCommand(fleet: Command, shell: Shell): void {
  const command = fleet
    .command('fetch')
    .description('copy the last published state of a world into a folder, even while it is being read')
    .argument('<world>', 'its name in the fleet')
    .argument('<dir>', 'a new folder')
    .option('--owner <name>', 'its owner, if several have a world of this name');
  addFleetOptions(command, 'one JSON value').action(
    async (name: string, dir: string, options: FetchOptions) => {
      const { fetchFromFleet } = await import('../actions/fleet-fetch.ts');
      await fetchFromFleet(shell, { name, dir }, options);
    },
  );
}

function addRetryCommand(fleet: Command, shell: Shell): void {
  const command = fleet
    .command('retry')
    .description('queue again the worlds that were set aside after failures')
    .argument('[world...]', 'their names (default: all)')
    .option('--skipped', 'instead, read skipped scenes again, in worlds that are otherwise finished')
    .option('--owner <name>', 'their owner, if several have a world of this name');
  addFleetOptions(command, 'one JSON value').action(
    async (names: readonly string[], options: RetryOptions) => {
      const { retryInFleet } = await import('../actions/fleet-retry.ts');
      await retryInFleet(shell, names, options);
    },
  );
}

function addServeCommand(fleet: Command, shell: Shell): void {
  const command = fleet
    .command('serve')
    .description('let owners read their worlds in a browser, and serve metrics of the fleet')
    .addOption(buildCountOption('--port <number>', 'port of the pages (default: 8464)', 0))
    .option('--host <address>', 'address of the pages (default: 127.0.0.1, this machine only)')
    .option('--origin <url>', 'the address under which a proxy serves the pages; may be repeated', collect)
    .addOption(
      buildCountOption(
        '--metrics-port <number>',
        'port of /metrics (Prometheus) and /status (default: 9464)',
        0,
      ),
    )
    .option('--metrics-host <address>', 'address of /metrics and /status (default: 127.0.0.1)')
    .option(
      '--dir <folder>',
      'where copies of worlds are kept while people read them (default: a temporary folder)',
    );
  addFleetOptions(command, 'its addresses as JSON').action(async (options: ServeOptions) => {
    const { serveFleet } = await import('../actions/fleet-serve.ts');
    await serveFleet(shell, options);
  });
}
