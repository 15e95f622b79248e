// Decisions page: renders docs/decisions/README.md, which lists every decision with its number.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './list-files.ts';

const foreword = `# Decisions

A page for each choice that could have gone otherwise: what was chosen, what else there was, and why. A number is never given twice. A missing number never had a page.
\`npm run docs\` generates this list.

`;

export function renderDecisionsPage(root: string): string {
  const rows = listFiles(root, /^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/).map((path) => {
    const name = path.split('/').at(-1) ?? '';
    const title = readFileSync(join(root, path), 'utf8').split('\n', 1)[0] ?? '';
    return `- [${name.slice(0, 4)}](${name}) ${title.replace(/^# *0*\d+ *[.·:–-]* */, '')}\n`;
  });
  return foreword + rows.join('');
}
