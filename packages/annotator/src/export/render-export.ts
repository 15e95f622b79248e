// Export: a glossary in one of the formats that are a single text, in chunks for a file or a pipe.

import type { TextFormat } from './export-formats.ts';
import type { GatheredGlossary } from './export-glossary.ts';
import { renderLorebook } from './lorebook/render-lorebook.ts';
import { renderWorldInfo } from './lorebook/render-world-info.ts';
import { renderJson } from './render-json.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderYaml } from './render-yaml.ts';

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
