// The tool `glossary_delete`: removes an entry from the glossary; its history stays recorded.

import { buildTool } from '@terrarium/kernel/tool';
import { renderElement } from '../prompts/render-element.ts';
import { entryReference, resolveEntry } from './resolve-entry.ts';
import { buildTolerantLine, buildTolerantObject } from './tolerant-input.ts';
import type { ToolContext } from './tool-context.ts';

const maxReasonCharacters = 500;

const input = buildTolerantObject(
  { entry_id: entryReference, reason: buildTolerantLine(maxReasonCharacters) },
  { id: 'entry_id', entry: 'entry_id' },
);

export const glossaryDelete = buildTool<typeof input, ToolContext>({
  name: 'glossary_delete',
  description: 'Delete an entry that is not a term of the story, or was merged.',
  isWrite: true,
  input,
  run(call, context) {
    if (call.reason === '') return { ok: false, say: 'Say in "reason" why the entry should go.' };
    const resolved = resolveEntry(context, call.entry_id);
    if (!resolved.ok) return resolved;
    const { id, term } = resolved.entry;
    if (!context.glossary.delete(id, { ...context.source, reason: call.reason })) {
      return {
        ok: false,
        say: 'Not deleted: a person has worked on this entry. Your wish to delete it is kept as a proposal.',
      };
    }
    return { ok: true, say: renderElement('glossary_deleted', { id, term }) };
  },
});
