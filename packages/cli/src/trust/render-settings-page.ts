// Renders docs/settings.md: every setting there is, what it is for, what it may be, and its default.

import { worldSettingsSchema } from '@terrarium/composition/read-configured';
import { nameInEnvironment } from '@terrarium/kernel/configuration-source';
import { listSettingKeys, type SettingKey } from '@terrarium/kernel/setting-keys';

const foreword = `# Settings

A setting stands in \`terrarium.yaml\` in the folder of a world, in one of your own (\`terrarium.yaml\` in \`terrarium\` below the folder
where your system keeps the configuration of programs, \`~/.config\` on Linux), in the environment, or behind a command. A command wins over the environment,
that over the world's file, that over your own. A name that is no setting, and a value that cannot be, stop a command with what would do;
\`terrarium doctor\` lists what is set, where, and all that is wrong with it. This page is made by \`npm run docs\`.

In a file a dot is a level: \`retries.attempts\` is

\`\`\`yaml
retries: { attempts: 10 }
\`\`\`

In the environment a name is \`TERRARIUM_\` and its words in capitals: ${renderSpelling('retries.attempts')}, ${renderSpelling('memory.timeZone')};
lists and sets are written as JSON there. Commands that ask a model take \`--model\`, \`--base-url\`, \`--api-key\`, \`--context-budget\`, \`--temperature\`,
\`--max-output-tokens\`, and \`--model-option key=value\` for \`extraBody\`.
`;

export function renderSettingsPage(): string {
  const keys = listSettingKeys(worldSettingsSchema);
  const ofMemory = keys.filter(({ path }) => path[0] === 'memory');
  const others = keys.filter((key) => !ofMemory.includes(key));
  return [
    foreword,
    renderRoutes(keys),
    '',
    '## Model and reading',
    '',
    ...renderTable(others),
    '',
    '## Memory',
    '',
    ...renderTable(ofMemory),
    '',
  ].join('\n');
}

function renderRoutes(keys: readonly SettingKey[]): string {
  const names = keys.filter(({ isRoute }) => isRoute).map(({ path }) => `\`${path.join('.')}\``);
  return `Where requests go and what goes with them is said by ${names.join(', ')}. In a world's file these count once you accepted them there, at a terminal or with \`--trust-world\`.`;
}

function renderTable(keys: readonly SettingKey[]): readonly string[] {
  return [
    '| setting | what it is for | what it may be | where nothing is said |',
    '|---|---|---|---|',
    ...keys.map(
      ({ path, purpose = '', valid, byDefault }) =>
        `| \`${path.join('.')}\` | ${escapeCell(purpose)} | ${escapeCell(valid)} | ${renderDefault(byDefault)} |`,
    ),
  ];
}

function renderDefault(value: unknown): string {
  return value === undefined ? '' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function renderSpelling(name: string): string {
  return `\`${name}\` is \`${nameInEnvironment(name.split('.'))}\``;
}
