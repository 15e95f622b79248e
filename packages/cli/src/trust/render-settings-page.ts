// Renders docs/settings.md: every setting with its purpose, its allowed values and its default.

import { worldSettingsSchema } from '@terrarium/composition/read-configured';
import { nameInEnvironment } from '@terrarium/kernel/configuration-source';
import { listSettingKeys, type SettingKey } from '@terrarium/kernel/setting-keys';

const foreword = `# Settings

A setting can be in four places. The first one that has it wins:

1. an option of a command, such as \`--temperature\`,
2. the environment,
3. \`terrarium.yaml\` in the folder of the world,
4. your own \`terrarium.yaml\` (on Linux \`~/.config/terrarium/terrarium.yaml\`).

A command stops at an unknown name or an invalid value and says what would be valid. \`terrarium doctor\` lists what is set, where, and what is wrong. This page is made by \`npm run docs\`.

In a file, each dot of a name is a level of nesting. \`retries.attempts\` is

\`\`\`yaml
retries: { attempts: 10 }
\`\`\`

In the environment, ${renderSpelling('retries.attempts')} and ${renderSpelling('memory.timeZone')}; values that are lists or objects are written there as JSON. Commands that ask a model have the options \`--model\`, \`--base-url\`, \`--api-key\`, \`--context-budget\`, \`--temperature\`, \`--max-output-tokens\`, and \`--model-option key=value\` for \`extraBody\`.
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
  return `These decide where requests go and what goes with them: ${names.join(', ')}. In a world's file they count only once you have accepted them, at a terminal or with \`--trust-world\`.`;
}

function renderTable(keys: readonly SettingKey[]): readonly string[] {
  return [
    '| setting | what it is for | valid values | default |',
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
