// Chat formats: the formats of other programs from which a talk can be imported.

export const chatFormats = ['terrarium', 'sillytavern', 'chatgpt', 'claude', 'jsonl'] as const;
export type ChatFormat = (typeof chatFormats)[number];
