// Shown lines: what a command answers, laid out as in a terminal only where it has columns or a drawing.

import { prepareScrolling } from '../parts/prepare-scrolling.ts';
import { Words } from '../parts/words.tsx';
import styles from './foot.module.css';
import { joinWrapped } from './join-wrapped.ts';
import { withPlaces } from './with-places.ts';

interface ShownProps {
  readonly lines: readonly string[];
  /** The columns into which the lines were wrapped; undefined if they were not. */
  readonly columns?: number | undefined;
  readonly onClose: () => void;
}

/** Shows the lines that the terminal would print for a command. */
export function Shown({ lines, columns, onClose }: ShownProps) {
  if (lines.length === 0) return null;
  const laid = lines.flatMap((line) => line.split('\n'));
  const hasColumns = laid.some(isLaidOut);
  const printed = hasColumns || columns === undefined ? laid : joinWrapped(laid, columns);
  return (
    <div className={styles['shown']} role="status">
      <pre ref={prepareScrolling} data-columns={hasColumns}>
        {withPlaces(printed).map(({ at, one }) => (
          <span key={at} data-heads={isHeading(one, printed[at + 1])}>
            <Words text={one} />
            {'\n'}
          </span>
        ))}
      </pre>
      <button type="button" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </div>
  );
}

/** Whether the line is not indented and the next one is. */
function isHeading(line: string, next = ''): boolean {
  return /^\S/u.test(line) && /^ +\S/u.test(next);
}

/** Whether a line has columns or a drawing, so that all its characters must have the same width. */
function isLaidOut(line: string): boolean {
  return /\S {2,}\S|[\u2500-\u25ff]/u.test(line);
}
