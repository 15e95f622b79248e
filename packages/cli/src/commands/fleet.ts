// The fleet commands: many worlds, several machines, one PostgreSQL.

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

export function addFleetCommands(program: Command, shell: Shell): void {
  const fleet = program
    .command('fleet')
    .description('read many worlds on several machines, which share a PostgreSQL (docs/fleet.md)')
    .summary('read many worlds on several machines');
  addInitCommand(fleet, shell);
  addAddCommand(fleet, shell);
  addWorkCommand(fleet, shell);
  addStatusCommand(fleet, shell);
  addFetchCommand(fleet, shell);
  addRetryCommand(fleet, shell);
  addServeCommand(fleet, shell);
}

/** `--database` and `--json`. */
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
    .description('make the tables of a fleet, or bring them up to date, and let owners in')
    .option('--owner <name>', 'let this owner in, who sees only their own worlds; may be repeated', collect)
    .addOption(
      buildCountOption('--share <number>', 'how much of the workers is theirs, against 1 for the others'),
    )
    .addOption(buildCountOption('--most <worlds>', 'the most of their worlds that are worked on at once'));
  addFleetOptions(command, 'one JSON value').action(async (options: InitOptions) => {
    const { prepareFleetFor } = await import('../actions/fleet-init.ts');
    await prepareFleetFor(shell, options);
  });
}

function addAddCommand(fleet: Command, shell: Shell): void {
  const command = fleet
    .command('add')
    .description('put worlds into the fleet, to be read; the folders here stay as they are')
    .argument('<world...>', 'folders of worlds; with --task, names of worlds that the fleet has')
    .option('--name <name>', "what a world is called in the fleet (default: its folder's name)")
    .option('--owner <name>', 'whose it is (default: the user of the connection)')
    .addOption(
      new Option('--priority <number>', 'before others of the same owner: -1000 to 1000').argParser(Number),
    )
    .option('--until <place>', 'read up to there: chapter:12, "before thread:3", a title')
    .option('--model <name>', 'only workers with this model read it, such as openai:qwen')
    .option('--replace', 'put it in the place of the world that has its name, and read on')
    .option('--notes', "tell the model what the world's reading-notes.md says")
    .addOption(new Option('--task <kind>', 'do this with worlds that the fleet has').choices(tasks))
    .option('--format <format>', 'of --task export: json, yaml, markdown, wiki, worldinfo, lorebook');
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
    .description('be a worker: take worlds from the fleet and read them with one model server')
    .addOption(
      buildCountOption(
        '--slots <number>',
        'how many worlds at once this model server is good for (default: 1)',
      ),
    )
    .option('--only <kinds>', 'only these: read, verify, export, maintain, with commas in between')
    .option('--until-empty', 'end when nothing is left to do')
    .option('--dir <folder>', 'where worlds stand while they are read (default: a temporary folder)')
    .option('--worker <name>', 'a name that no other worker has (default: of this machine and process)')
    .addOption(
      buildDurationOption(
        '--publish-every <time>',
        'the least time between two published states (default: 15s)',
      ),
    )
    .addOption(
      buildDurationOption(
        '--lease <time>',
        'after how long of silence another worker takes over (default: 60s)',
      ),
    );
  addFleetOptions(addToolsOption(addModelOptions(command)), 'one JSON event a line').action(
    async (options: WorkOptions) => {
      const { runFleetWorker } = await import('../actions/fleet-work.ts');
      await runFleetWorker(shell, options);
    },
  );
}

function addStatusCommand(fleet: Command, shell: Shell): void {
  const command = fleet
    .command('status')
    .description('what waits, what is read by whom, what is done or failed, and what it cost')
    .option('--watch', 'show it anew every other second, until Ctrl-C');
  addFleetOptions(command, 'one JSON value').action(async (options: StatusOptions) => {
    const { showFleetStatus } = await import('../actions/fleet-status.ts');
    await showFleetStatus(shell, options);
  });
}

function addFetchCommand(fleet: Command, shell: Shell): void {
  const command = fleet
    .command('fetch')
    .description('bring a world here as an ordinary folder, as it was published last; also while it is read')
    .argument('<world>', 'its name in the fleet')
    .argument('<dir>', 'a folder that is not there yet')
    .option('--owner <name>', 'whose it is, where several have a world of this name');
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
    .description('let worlds wait again that were put aside after failures')
    .argument('[world...]', 'their names; all of them where none is named')
    .option('--owner <name>', 'whose they are, where several have a world of this name');
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
    .description("serve the fleet's figures over HTTP: /metrics for Prometheus, /status as JSON")
    .addOption(buildCountOption('--port <number>', 'where it listens (default: 9464)', 0))
    .option('--host <address>', 'whom it listens for (default: 127.0.0.1, this machine alone)');
  addFleetOptions(command, 'its address as JSON').action(async (options: ServeOptions) => {
    const { serveFleet } = await import('../actions/fleet-serve.ts');
    await serveFleet(shell, options);
  });
}
