// Memory export formats: what a memory can be written as, and how such a file is called.

export const memoryExportFormats = ['jsonl', 'markdown', 'sillytavern'] as const;
export type MemoryExportFormat = (typeof memoryExportFormats)[number];

/** What follows the name of the world, where nobody says how the file is called. */
export const memoryExportEndings: Readonly<Record<MemoryExportFormat, string>> = {
  jsonl: '.memory.jsonl',
  markdown: '.memory.md',
  sillytavern: '.sillytavern.jsonl',
};
