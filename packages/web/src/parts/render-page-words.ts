// Rewrites advice for the terminal so that it fits a page; for instance, it names a field under Settings, not an option.

import { groupTokens } from './group-digits.ts';

const words = [
  [
    ' a world of its own with --world, or replace the present companion with --replace.',
    ' a world of its own, or let it take the place of the present companion here.',
  ],
  ['Name the user with --as-user NAME.', 'Say below which of them is you.'],
  ['Then resume the turn, or drop it: no', 'Then go on with the turn, or give it up: no'],
  ['Resume it, or drop it; its', 'Go on with it, or give it up; its'],
  ['Name a model with --model and --base-url', 'Choose a model under Settings'],
  ['Name one with --model and --base-url', 'Choose one under Settings'],
  [
    'To name a model: --model openai:NAME --base-url ',
    'To choose a model, fill in its name and the address of its server above, such as ',
  ],
  [', or model and baseUrl in terrarium.yaml', ''],
  [
    ', or in your own terrarium.yaml; --model builtin needs no server',
    '; built in, without a model, no server is needed',
  ],
  [
    'Set the API key the server expects (TERRARIUM_API_KEY, or --api-key).',
    'Under Settings, fill in the key that the server expects.',
  ],
  [
    'accept them with --trust-world, when a command asks at a terminal, or on the page Settings in the browser.',
    'allow them at the head of this page.',
  ],
  ['Set --base-url to', 'Under Settings, set the address of the model’s server to'],
  [', or set --base-url to', ', or set its address under Settings to'],
  ['set --base-url to', 'under Settings, set the address of the model’s server to'],
  [
    'Check the address, that PostgreSQL runs there and that this machine may connect to it.',
    'This page continues by itself as soon as the database can be reached.',
  ],
  ['Set memory.timeZone to a name of the IANA list, such as', 'Write one such as'],
  ['Set memory.languages to one or more of:', 'It takes one or more of:'],
  [' (command line)', ''],
  ['must be the address of a server with http:// or https:// in front', 'needs http:// or https:// in front'],
  ['; it is another text.', '.'],
  [
    'Play with it in a new game: "terrarium play --card CARD"; or make its character the companion: "terrarium memory companion CARD".',
    'Drop it on the page of a new game, under Play, or on the talk, under Remember, to make its character the companion.',
  ],
  [
    'Make its character the companion with "terrarium memory companion CARD".',
    'Drop it on the talk, under Remember, to make its character the companion.',
  ],
  ['Import it into the world with "terrarium import".', 'Bring it in on Home.'],
  ['import it into a memory with "terrarium memory import".', 'bring it in on Remember.'],
  ['--base-url', 'the address of the model’s server'],
  ['--model', 'the model'],
] as const;

/** On the Settings page, a text need not say where a value is set. */
const wordsOnSettings = [
  ['Under Settings, fill', 'Fill'],
  ['Under Settings, set', 'Set'],
  ['under Settings, ', ''],
  [' under Settings', ' above'],
] as const;

/** The terminal imports a file, and a page brings it in. Commands in quotation marks stay as they are. */
function renderImports(text: string): string {
  return text
    .replaceAll(
      /\b(Import|import) (it|that|them)\b/gu,
      (_, verb: string, what: string) => `${nameAct(verb)} ${what} in`,
    )
    .replaceAll(
      /(?<!terrarium |memory |annotate )\b(Import|import) (?=(?:the|a|an|other|such|plain) )/gu,
      (_, verb: string) => `${nameAct(verb)} in `,
    )
    .replaceAll('import again', 'bring the file in again')
    .replaceAll('was imported', 'was brought in');
}

function nameAct(verb: string): string {
  return verb === 'Import' ? 'Bring' : 'bring';
}

/** The heading of a list of problems is in the way if there is only one problem. */
const onlyProblem = /^The configuration has a problem:\n- (\P{L}*)(\p{L})/u;

/** The address at which no server runs, and a code that says the same. */
const silent = /Nothing is listening \((https?:[^\s,()]+)(?:, [A-Z]+)?\)/gu;

export function renderPageWords(text: string): string {
  const isSettings = window.location.pathname.endsWith('/settings');
  const said = [...words, ...(isSettings ? wordsOnSettings : [])].reduce(
    (now, [from, to]) => now.replaceAll(from, to),
    groupTokens(text),
  );
  return renderImports(said)
    .replace(silent, 'The model does not answer: no server runs at $1')
    .replace(onlyProblem, (_, signs: string, first: string) => `${signs}${first.toUpperCase()}`);
}
