// Memory export formats: the formats in which a memory can be written, and how such a file is named.

export const memoryExportFormats = ['jsonl', 'markdown', 'sillytavern'] as const;
export type MemoryExportFormat = (typeof memoryExportFormats)[number];

/** The ending that is added to the world's name if nobody gives the file a name. */
export const memoryExportEndings: Readonly<Record<MemoryExportFormat, string>> = {
  jsonl: '.memory.jsonl',
  markdown: '.memory.md',
  sillytavern: '.sillytavern.jsonl',
};

/** The first line of a memory exported as Markdown. */
export const memoryPageTitle = '# Memory';
