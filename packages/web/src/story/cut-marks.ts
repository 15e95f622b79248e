// Cuts a paragraph into plain text and names.

import type { RouteAnswer } from '@terrarium/protocol/routes';

export type Paragraph =
  RouteAnswer<'GET /api/worlds/{world}/stories/{corpus}/chapters/{thread}'>['paragraphs'][number];
export type Mark = Paragraph['marks'][number];

export interface Piece {
  readonly at: number;
  readonly text: string;
  readonly mark: Mark | undefined;
}

export function cutMarks({ text, marks }: Pick<Paragraph, 'text' | 'marks'>): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const mark of marks) {
    if (mark.start > at) pieces.push({ at, text: text.slice(at, mark.start), mark: undefined });
    pieces.push({ at: mark.start, text: text.slice(mark.start, mark.end), mark });
    at = mark.end;
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at), mark: undefined });
  return pieces;
}
