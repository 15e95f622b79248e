// Export: a glossary in the format one asks for, in chunks for a file or a pipe.

import type { ExportedGlossary } from './exported-glossary.ts';
import { renderJson } from './render-json.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderYaml } from './render-yaml.ts';

export const exportFormats = ['json', 'yaml', 'markdown'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Ending of a file in each format. */
export const exportExtensions: Readonly<Record<ExportFormat, string>> = {
  json: 'json',
  yaml: 'yaml',
  markdown: 'md',
};

/** The same glossary always gives the same bytes. Write them with `writeFile`, or to standard output as they come. */
export function renderExport(format: ExportFormat, glossary: ExportedGlossary): Iterable<string> {
  switch (format) {
    case 'json':
      return renderJson(glossary);
    case 'yaml':
      return renderYaml(glossary);
    case 'markdown':
      return renderMarkdown(glossary);
  }
}
