// Third-party notices: lists every package that is installed along with Terrarium, with its licence.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});
const folder = 'node_modules/';
const foreword = `# Third-party notices

Terrarium itself is under the MIT licence (\`LICENSE\`). To run it, these packages are installed with it from the npm
registry, each under its own licence, whose text lies in the package's folder below \`node_modules\`.
This page is made from \`package-lock.json\` by \`npm run docs\`.

| package | version | licence |
|---|---|---|
`;

/** Renders the page from the lockfile; packages that only development needs are left out. */
export function renderThirdPartyNotices(root: string): string {
  const lock = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const rows = Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes(folder) && entry.dev !== true && entry.link !== true)
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf(folder) + folder.length);
      return `| ${name} | ${entry.version ?? '?'} | ${entry.license ?? 'not stated'} |`;
    });
  return `${foreword}${[...new Set(rows)].sort().join('\n')}\n`;
}
