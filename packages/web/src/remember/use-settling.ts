// Hook that marks something held in mind as done, puts it out of mind or rewords it, and says what was done.

import { useChange } from '../client/use-route.ts';
import type { Settled } from './undo-settled.tsx';

type Held = Pick<Settled, 'item' | 'content'> & {
  /** What is said once the item is out of mind. */
  readonly dropped?: string;
  /** The name of a fact, which is not part of the words that are corrected. */
  readonly name?: string;
};

export function useSettling(
  { item, content, name, dropped = 'Dropped' }: Held,
  onSettled: (settled: Settled) => void,
) {
  const settle = useChange('POST /api/worlds/{world}/items/{item}', (answer) => {
    const deed = settle.variables?.body.do;
    const { text, due } = settle.variables?.body ?? {};
    const present = answer.items[0]?.content ?? text ?? content;
    if (deed === 'edit') onSettled({ item, ...describeEdited({ text, due, present }, name) });
    else if (deed === 'drop') onSettled({ item, content, says: dropped });
    else if (deed === 'done') {
      const isForThisTime = answer.items[0]?.effect === 'settled';
      onSettled({ item, content, says: isForThisTime ? 'Done for this time' : 'Done' });
    }
  });
  return settle;
}

interface Edited {
  readonly text: string | undefined;
  /** The new date of a plan, in words. */
  readonly due: string | undefined;
  /** The words of the item as they are now. */
  readonly present: string;
}

/**
 * Says what was done by rewording. The name of a fact is put before its text, because a person rewords only the value.
 */
function describeEdited(
  { text = '', due, present }: Edited,
  name: string | undefined,
): Pick<Settled, 'content' | 'says'> {
  if (name !== undefined) return { content: `${name}: ${text}`, says: 'Corrected' };
  if (due === undefined) return { content: present, says: 'Reworded' };
  if (text !== '') return { content: present, says: 'Changed' };
  return { content: present, says: due === '' ? 'Now without a date' : `Now ${due}` };
}
