// The tool `list_snapshots`: lists the bookmarks made while reading, newest first.

import { buildTool } from '@terrarium/kernel/tool';
import { z } from 'zod';
import { renderElement } from '../prompts/render-element.ts';
import { renderNotes } from './render-answer.ts';
import { buildTolerantObject, tolerantInteger } from './tolerant-input.ts';
import type { ListedSnapshot, ToolContext } from './tool-context.ts';

const defaultLimit = 20;
const maxLimit = 100;

const input = buildTolerantObject(
  {
    thread_id: tolerantInteger.optional(),
    snapshot_type: z.enum(['checkpoint', 'curator_fork', 'manual']).optional(),
    limit: tolerantInteger.optional(),
  },
  { thread: 'thread_id', type: 'snapshot_type' },
);

export const listSnapshots = buildTool<typeof input, ToolContext>({
  name: 'list_snapshots',
  description: 'List bookmarks of earlier moments of the reading.',
  isWrite: false,
  input,
  run(call, { snapshots }) {
    const found =
      snapshots?.list({
        threadId: call.thread_id,
        type: call.snapshot_type,
        limit: Math.min(Math.max(1, call.limit ?? defaultLimit), maxLimit),
      }) ?? [];
    const content = found.length === 0 ? '' : `\n${found.map(renderSnapshot).join('\n')}\n`;
    return { ok: true, say: renderElement('snapshots', { count: found.length }, content) };
  },
});

function renderSnapshot(snapshot: ListedSnapshot): string {
  const { id, type, position, entryCount, createdAt, note } = snapshot;
  const place = { corpus: position.corpus, thread: position.threadId, post: position.postId };
  return renderElement(
    'snapshot',
    { id, type, ...place, entries: entryCount, at: createdAt },
    renderNotes([note]),
  );
}
