// Fills the memory shown in the pictures: a conversation over the last few days, and what the companion notes.

import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureCommand } from '../scale/measure-process.ts';

const dayMs = 86_400_000;

/** The messages: how many days ago each was said, who said it, and its text. */
const said: readonly (readonly [days: number, role: 'user' | 'assistant', text: string])[] = [
  [6.2, 'user', 'I got the job at the map archive! I start on the first.'],
  [
    6.19,
    'assistant',
    '<say>At last. You have talked of those old maps since spring.</say><pin>Mara starts at the map archive on the first.</pin><plan>ask how the first day at the archive was, in a week</plan>',
  ],
  [2.1, 'user', 'My brother Jonas is moving to Leeds this week. The flat will be quiet.'],
  [
    2.09,
    'assistant',
    '<say>Quiet can be good, and it can be loud. Will you help him carry?</say><thought>She says quiet, and does not say good.</thought><desc>Jonas: her brother, moving to Leeds.</desc>',
  ],
  [0.1, 'user', 'We packed his books today. I found our old atlas.'],
  [
    0.09,
    'assistant',
    '<say>The one with the coffee ring on Norway? Keep it.</say><feeling>tender</feeling><pattern>She finds old things when somebody leaves.</pattern><plan>ask about the atlas tomorrow</plan>',
  ],
];

export async function fillTalk(worldDir: string, folder: string): Promise<void> {
  const path = join(folder, 'talk.jsonl');
  const nowMs = Date.now();
  const lines = said.map(([days, role, text]) =>
    JSON.stringify({
      role,
      speaker: role === 'user' ? 'Mara' : 'Wren',
      at: new Date(nowMs - days * dayMs).toISOString(),
      text,
    }),
  );
  writeFileSync(path, `${lines.join('\n')}\n`);
  await measureCommand(['memory', 'import', path, '--as-user', 'Mara', '--world', worldDir]);
  appendFileSync(join(worldDir, 'terrarium.yaml'), voices);
}

const voices = `memory:
  voices:
    user:
      - { id: "user", name: "Mara" }
    companion:
      - { id: "companion", name: "Wren" }
`;
