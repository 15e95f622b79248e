// Generated docs: lists the pages made from code, and finds those that no longer say what the code says.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Page {
  readonly page: string;
  /** The module that makes the page, and the function in it that turns the project's root into the page's text. */
  readonly by: string;
  readonly function: string;
}

const pages: readonly Page[] = [
  {
    page: 'THIRD-PARTY-NOTICES.md',
    by: 'guards/third-party-notices.ts',
    function: 'renderThirdPartyNotices',
  },
  {
    page: 'docs/tools.md',
    by: 'packages/annotator/src/tools/render-tools-page.ts',
    function: 'renderToolsPage',
  },
  {
    page: 'docs/mcp-tools.md',
    by: 'packages/mcp/src/render-tools-page.ts',
    function: 'renderToolsPage',
  },
  {
    page: 'docs/json.md',
    by: 'packages/protocol/src/render-json-page.ts',
    function: 'renderJsonPage',
  },
  {
    page: 'docs/game-tools.md',
    by: 'packages/rpg/src/tools/render-tools-page.ts',
    function: 'renderToolsPage',
  },
  {
    page: 'docs/decisions/README.md',
    by: 'guards/decisions-page.ts',
    function: 'renderDecisionsPage',
  },
  {
    page: 'docs/settings.md',
    by: 'packages/cli/src/trust/render-settings-page.ts',
    function: 'renderSettingsPage',
  },
  {
    page: 'docs/schema.md',
    by: 'guards/schema-page.ts',
    function: 'renderSchemaPage',
  },
  {
    page: 'docs/schemas/glossary.schema.json',
    by: 'packages/annotator/src/export/glossary-schema-page.ts',
    function: 'renderGlossarySchema',
  },
  {
    page: 'docs/schemas/memory-line.schema.json',
    by: 'packages/memory/src/export/renderings/memory-line-page.ts',
    function: 'renderMemoryLineSchema',
  },
  {
    page: 'docs/schemas/whole-memory-line.schema.json',
    by: 'packages/memory/src/whole/whole-line-page.ts',
    function: 'renderWholeLineSchema',
  },
  {
    page: 'docs/schemas/game-corpus-line.schema.json',
    by: 'packages/rpg/src/exchange/corpus-line-page.ts',
    function: 'renderCorpusLineSchema',
  },
  {
    page: 'packages/rpg/src/manifest/manifest.schema.json',
    by: 'packages/rpg/src/manifest/render-manifest-schema.ts',
    function: 'renderManifestSchema',
  },
  {
    page: 'packages/annotator/src/database/schema-digests.json',
    by: 'packages/annotator/src/database/schema-digests-page.ts',
    function: 'renderSchemaDigests',
  },
];

export async function findStalePages(
  root: string,
  list: readonly Page[] = pages,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const one of list) {
    const made = await makePage(root, one);
    const kept = existsSync(join(root, one.page)) ? readFileSync(join(root, one.page), 'utf8') : undefined;
    if (made !== kept) problems.push(`${one.page} is not what ${one.by} makes: run "npm run docs"`);
  }
  return problems;
}

export async function writePages(root: string, list: readonly Page[] = pages): Promise<void> {
  for (const one of list) {
    const made = await makePage(root, one);
    if (made !== undefined) writeFileSync(join(root, one.page), made);
  }
}

/** Undefined if there is no generator; if so, the page must not exist either. */
async function makePage(root: string, one: Page): Promise<string | undefined> {
  const path = join(root, one.by);
  if (!existsSync(path)) return undefined;
  const module: Record<string, unknown> = await import(pathToFileURL(path).href);
  const make = module[one.function];
  if (typeof make !== 'function') throw new Error(`${one.by} does not export ${one.function}`);
  return String(await make(root));
}
