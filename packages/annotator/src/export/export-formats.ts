// Export formats: the formats of a glossary, and their file extensions.

const textFormats = ['json', 'yaml', 'markdown', 'worldinfo', 'lorebook'] as const;
export const exportFormats = [...textFormats, 'wiki', 'vault'] as const;
export type TextFormat = (typeof textFormats)[number];
export type ExportFormat = (typeof exportFormats)[number];

/** File extension of each format; a vault is a folder. */
export const exportExtensions: Readonly<Record<ExportFormat, string>> = {
  json: '.json',
  yaml: '.yaml',
  markdown: '.md',
  worldinfo: '.worldinfo.json',
  lorebook: '.lorebook.json',
  wiki: '.html',
  vault: '-vault',
};

/** For each format of other programs: a sentence that says which programs read the format. */
export const exportReaders: Readonly<Partial<Record<ExportFormat, string>>> = {
  worldinfo: 'SillyTavern (World Info, Import) and KoboldAI Lite read it.',
  lorebook:
    'Programs that read V3 lorebooks (version 3 of character cards) read it. SillyTavern and KoboldAI Lite do not; for them use --format worldinfo.',
  vault: 'Obsidian opens the folder as a vault; any program for Markdown reads the notes.',
};
