// Schema page: renders docs/schema.md, which shows the tables of every database of a world, and of a fleet.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const parts = ['annotator/src/verify', 'memory/src/database', 'rpg/src/database', 'fleet/src/database'].map(
  (room) => `packages/${room}/schema-page-store.ts`,
);

export async function renderSchemaPage(root: string): Promise<string> {
  const texts = await Promise.all(parts.map((path) => renderPart(join(root, path))));
  return texts.join('\n');
}

async function renderPart(path: string): Promise<string> {
  const module: Record<string, unknown> = await import(pathToFileURL(path).href);
  const render = module['renderSchemaPage'];
  if (typeof render !== 'function') throw new Error(`${path} does not export renderSchemaPage`);
  return String(render());
}
