// Key help: lists every key that the pages know, in a small window.

import { Dialog } from '../parts/dialog.tsx';
import styles from './key-help.module.css';

const rows = [
  ['Ctrl K', 'Find anything: an entry, a passage, a turn of a game, a message or a command'],
  ['g h', 'Home'],
  ['g r', 'Read'],
  ['g g', 'Glossary'],
  ['g n', 'Build the glossary'],
  ['g p', 'Play'],
  ['g m', 'Remember'],
  ['g s', 'Settings'],
  ['a', 'Ask about the story (in Read)'],
  ['/', 'Search (in a list)'],
  [', .', 'Previous name, next name (in the story)'],
  ['← →', 'Previous chapter, next chapter'],
  ['j k', 'Next, previous entry (in the list of entries to confirm)'],
  ['y n', 'Confirm the entry, remove the entry'],
  ['u', 'Undo (in a game, or in the list of entries to confirm)'],
  ['r', 'Redo (in a game)'],
  ['1 2 …', 'Take a suggestion (in a game)'],
  ['t', 'Tell the last turn again'],
  ['o', 'Ask the oracle'],
  ['Esc', 'Close; stop the narrator or a reply'],
] as const;

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog label="Keys" onClose={onClose} cancel="Close">
      <h2 className={styles['title']}>Keys</h2>
      <dl className={styles['keys']}>
        {rows.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Shows the keys of a row, which are separated by spaces. The first two may be the same, as in `g g`. */
function Keys({ keys }: { readonly keys: string }) {
  const [first, ...others] = keys.split(' ');
  return (
    <>
      <kbd>{first}</kbd>
      {others.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </>
  );
}
