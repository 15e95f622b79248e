// Export: a glossary in one of the formats that are a single text, in chunks for a file or a pipe.

import type { GatheredGlossary } from './export-glossary.ts';
import { renderLorebook } from './lorebook/render-lorebook.ts';
import { renderWorldInfo } from './lorebook/render-world-info.ts';
import { renderJson } from './render-json.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderYaml } from './render-yaml.ts';

const textFormats = ['json', 'yaml', 'markdown', 'worldinfo', 'lorebook'] as const;
export const exportFormats = [...textFormats, 'wiki', 'vault'] as const;
export type TextFormat = (typeof textFormats)[number];
export type ExportFormat = (typeof exportFormats)[number];

/** Ending of a file in each format; a vault is a folder. */
export const exportExtensions: Readonly<Record<ExportFormat, string>> = {
  json: '.json',
  yaml: '.yaml',
  markdown: '.md',
  worldinfo: '.worldinfo.json',
  lorebook: '.lorebook.json',
  wiki: '.html',
  vault: '-vault',
};

/** The same glossary always gives the same bytes. Write them with `writeFile`, or to standard output as they come. */
export function renderExport(format: TextFormat, source: GatheredGlossary): Iterable<string> {
  switch (format) {
    case 'json':
      return renderJson(source.glossary);
    case 'yaml':
      return renderYaml(source.glossary);
    case 'markdown':
      return renderMarkdown(source);
    case 'worldinfo':
      return renderWorldInfo(source);
    case 'lorebook':
      return renderLorebook(source);
  }
}
