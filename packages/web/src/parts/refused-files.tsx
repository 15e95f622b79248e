// Refused files: shows why each file was refused, and what can be done about it.

import type { ReactNode } from 'react';
import type { Refused } from '../client/use-files-in-turn.ts';
import { CommandWords } from './command-words.tsx';
import { insertHyphens } from './insert-hyphens.ts';
import styles from './message.module.css';
import { FailureNote } from './message.tsx';
import { renderPageWords } from './render-page-words.ts';
import { showWhole } from './show-whole.ts';

interface RefusedFilesProps<Asked> {
  readonly refused: readonly Refused<Asked>[];
  /** Whether other files came with these, so that each needs its name. */
  readonly isNamed: boolean;
  /** The codes of refusals that are questions, and what draws the answers, such as a form. */
  readonly asksWith?: readonly string[];
  readonly draw?: (refused: Refused<Asked>) => ReactNode;
}

/** Several refusals are one message, which says once what holds for many of them. */
export function RefusedFiles<Asked extends { readonly file: File }>({
  refused,
  isNamed,
  asksWith = [],
  draw,
}: RefusedFilesProps<Asked>) {
  const plain = refused.filter(({ failure }) => !asksWith.includes(failure.code));
  const alone = plain.length > 1 ? refused.filter((one) => !plain.includes(one)) : refused;
  return (
    <>
      {plain.length > 1 ? <Several refused={plain} /> : null}
      {alone.map((one) => (
        <div key={`${one.turn} ${one.wish.file.name}`} ref={showWhole}>
          {isNamed ? <p>{insertHyphens(one.wish.file.name)} was not brought in:</p> : null}
          <FailureNote failure={one.failure} />
          {asksWith.includes(one.failure.code) ? draw?.(one) : null}
        </div>
      ))}
    </>
  );
}

function Several({ refused }: { readonly refused: readonly Refused<{ readonly file: File }>[] }) {
  const byAdvice = [...Map.groupBy(refused, ({ failure }) => failure.todo)];
  const codes = [...new Set(refused.map(({ failure }) => failure.code))];
  return (
    <div role="alert" className={`${styles['failure']} ${styles['several']}`} ref={showWhole}>
      <p>{refused.length} files were not brought in:</p>
      {byAdvice.map(([todo, files]) => (
        <div key={todo}>
          <ul>
            {files.map((one) => (
              <li key={one.turn}>{insertHyphens(nameRefused(one))}</li>
            ))}
          </ul>
          <p>
            <CommandWords text={renderPageWords(todo)} />
          </p>
        </div>
      ))}
      <details className={styles['code']}>
        <summary>Error codes</summary>
        <p>
          <code>{codes.join(', ')}</code>. docs/troubleshooting.md says what they mean.
        </p>
      </details>
    </div>
  );
}

/** Says what is wrong with a file, together with its name. */
function nameRefused({ wish, failure }: Refused<{ readonly file: File }>): string {
  const { name } = wish.file;
  const says = renderPageWords(failure.happened);
  return says.includes(name) ? says : `${name}: ${says}`;
}
