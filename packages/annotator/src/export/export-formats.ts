// Export formats: what a glossary can be written as, and what its files end with.

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
