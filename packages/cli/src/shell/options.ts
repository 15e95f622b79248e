// Options that several commands take, defined once.

import { chooseDefaultWorld } from '@terrarium/kernel/choose-default-world';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseModelOptions } from './parse-model-options.ts';

export interface WorldOptions {
  readonly world: string;
  readonly json?: boolean;
}

export interface MindOptions extends WorldOptions {
  /** The voice whose memory is meant. */
  readonly of?: string;
}

export interface StandingOptions extends WorldOptions {
  readonly asOf?: string;
  readonly corpus?: string;
}

export interface ModelOptions {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly contextBudget?: string;
  readonly temperature?: string;
  readonly maxOutputTokens?: string;
  readonly modelOption?: readonly string[];
  readonly tools?: string;
}

export function addWorldOptions(command: Command, json: string): Command {
  return command
    .option('--world <dir>', 'the folder of the world', chooseDefaultWorld())
    .option('--json', `print ${json} instead of text`);
}

export function addMindOptions(command: Command, json: string): Command {
  return addWorldOptions(
    command.option(
      '--of <who>',
      'whose memory, if several speakers have one each (default: the companion of the world)',
    ),
    json,
  );
}

export function addAsOfOption(command: Command): Command {
  return command.option(
    '--as-of <place>',
    'show what was known at that place: thread:3, "before chapter:12", post:4711, a title, snapshot:5, revision:120; "end" for the whole story',
  );
}

export function addCorpusOption(
  command: Command,
  what = 'only this story, if the world has several',
): Command {
  return command.option('--corpus <name>', what);
}

/**
 * Adds `--trust-world` and the options about the model, but not `--tools`. Settings not given as options come from the
 * environment or a terrarium.yaml.
 */
export function addModelOptions(command: Command): Command {
  return command
    .option('--model <name>', 'builtin, openai:<name> for any OpenAI-compatible server, or <provider>:<name>')
    .option('--base-url <url>', 'address of the server, such as http://localhost:8080/v1')
    .option('--api-key <key>', 'the key of the server (better: TERRARIUM_API_KEY in the environment)')
    .option(
      '--context-budget <tokens>',
      'the longest prompt, in tokens (default: the context window of the server)',
    )
    .option('--temperature <number>', 'temperature of the model')
    .option('--max-output-tokens <tokens>', 'the longest reply, in tokens')
    .option(
      '--model-option <key=value>',
      'add this field to the body of every request; may be repeated',
      collect,
    )
    .addOption(buildTrustOption());
}

/** Adds `--tools`, for commands that read a story with a model. */
export function addToolsOption(command: Command): Command {
  return command.option(
    '--tools <set>',
    'which tools the model gets: basic (those a scene needs), all (also those to look farther back, and to ask the model as it was earlier), or none (it writes updates as text). Default for a new reading: none if doctor found that the model cannot call tools; all if the context window has at least 32,000 tokens; otherwise basic',
  );
}

/** The option `--trust-world`. The command line reads it into the `Shell`; no command reads it itself. */
export function buildTrustOption(): Option {
  return new Option(
    '--trust-world',
    "allow this world's own files to set server addresses, change the model's instructions and link to stories elsewhere; remembered for this world",
  );
}

export function addKeepGoingOption(command: Command): Command {
  return command.option(
    '--keep-going',
    'do not stop when several scenes in a row are skipped for the same reason',
  );
}

/** The options that were given, by the names of the settings; options that were not given are undefined. */
export function buildFlags(options: ModelOptions): Record<string, unknown> {
  const { model, baseUrl, apiKey, contextBudget, temperature, maxOutputTokens, modelOption, tools } = options;
  const extraBody = parseModelOptions(modelOption ?? []);
  return { model, baseUrl, apiKey, contextBudget, temperature, maxOutputTokens, extraBody, tools };
}

/**
 * The given options about the model, to be repeated in a command that the person types next; without the key,
 * and without options that may contain one.
 */
export function buildModelArguments(options: ModelOptions): readonly string[] {
  const { model, baseUrl, contextBudget, temperature, maxOutputTokens, tools } = options;
  const said: readonly (readonly [string, string | undefined])[] = [
    ['--model', model],
    ['--base-url', baseUrl === undefined ? undefined : hideCredentials(baseUrl)],
    ['--context-budget', contextBudget],
    ['--temperature', temperature],
    ['--max-output-tokens', maxOutputTokens],
    ['--tools', tools],
  ];
  return said.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
}

function hideCredentials(address: string): string {
  const { username, password, search } = new URL(address);
  return `${username}${password}${search}` === '' ? address : 'ADDRESS';
}

/** An option whose former name still works; help shows the new name alone. */
export function buildRenamedOption(flags: string, former: string, description: string): Option {
  const option = new Option(`${flags.split(' ', 1)[0]}, ${former} ${flags.split(' ')[1]}`, description);
  option.flags = flags;
  return option;
}

/** An option that takes a whole number from `least` up. */
export function buildCountOption(flags: string, description: string, least = 1): Option {
  return new Option(flags, description).argParser((text) => parseCount(text, least));
}

/** An option that takes a time such as `8h`; its value is in milliseconds. */
export function buildDurationOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(parseDuration);
}

const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 } as const;
const durationShape = /^(?:(?<d>\d{1,4})d)?(?:(?<h>\d{1,5})h)?(?:(?<m>\d{1,6})m)?(?:(?<s>\d{1,8})s)?$/u;

/**
 * Parses for instance `2d`, `8h`, `1h30m` or `90s` into milliseconds. Throws an error that commander shows to
 * the person.
 */
function parseDuration(text: string): number {
  const parts = durationShape.exec(text.replace(/\s+/gu, '').toLowerCase())?.groups ?? {};
  const ms = Object.entries(unitMs).reduce((sum, [unit, each]) => sum + Number(parts[unit] ?? 0) * each, 0);
  if (ms > 0) return ms;
  throw new InvalidArgumentError('It must be a time with its unit, such as 8h, 90m, 1h30m or 2d.');
}

/** Builds `--decay`, which tries out another profile. */
export function buildDecayOption(): Option {
  return new Option(
    '--decay <key=value>',
    'try another value of memory.decay, such as pin.hours=24; may be repeated',
  ).argParser(collect);
}

/** Builds `--now`, or `--at`, which treats another time as now. */
export function buildNowOption(): Option {
  return new Option(
    '--at, --now <when>',
    'as if it were this time: 2026-06-27, "2026-06-27 15:00", "next Monday at 9", "in 3 months"',
  );
}

/** Parses a whole number from `least` up. Throws an error that commander shows to the person. */
export function parseCount(text: string, least = 1): number {
  const value = /^\d{1,15}$/u.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  throw new InvalidArgumentError(`It must be a whole number, at least ${least}.`);
}

export function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}
