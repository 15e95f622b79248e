// Key help: every key there is, in one small window.

import { Dialog } from '../parts/dialog.tsx';
import styles from './key-help.module.css';

const rows = [
  ['Ctrl K', 'Find an entry or a chapter'],
  ['g h', 'Home'],
  ['g r', 'Read'],
  ['g g', 'Glossary'],
  ['g p', 'Play'],
  ['g n', 'Model'],
  ['/', 'Search this list'],
  [', .', 'Name before, name after (in the story)'],
  ['← →', 'Chapter before, chapter after'],
  ['j k', 'Next, previous entry (in the list of waiting entries)'],
  ['y', 'Agree'],
  ['n', 'Take out'],
  ['u', 'Undo'],
  ['Esc', 'Close'],
] as const;

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog label="Keys" onClose={onClose}>
      <h2 className={styles['title']}>Keys</h2>
      <dl className={styles['keys']}>
        {rows.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
