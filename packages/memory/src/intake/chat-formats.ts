// Chat formats: what talks of other programs come as.

export const chatFormats = ['terrarium', 'sillytavern', 'chatgpt', 'claude', 'jsonl'] as const;
export type ChatFormat = (typeof chatFormats)[number];
