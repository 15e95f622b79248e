// Edit acts: the buttons below a form in which something held in mind is changed, and the key that saves it.

import buttons from '../parts/main-button.module.css';
import { SendKeys } from '../parts/send-keys.tsx';
import styles from './edit-form.module.css';

export function EditActs({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <div className={styles['acts']}>
      <button type="submit" className={buttons['main']}>
        Save
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
      <SendKeys does="saves it" />
    </div>
  );
}
