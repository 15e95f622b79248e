// Memory export formats: what a memory can be written as.

export const memoryExportFormats = ['jsonl', 'markdown', 'sillytavern'] as const;
export type MemoryExportFormat = (typeof memoryExportFormats)[number];
