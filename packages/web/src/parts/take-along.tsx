// Take along: links that download something as files.

import styles from './take-along.module.css';

interface TakeAlongProps {
  /** The address that gives the file; the format is added. */
  readonly address: string;
  /** What the files contain, such as “the glossary”. */
  readonly what: string;
  readonly about: string;
  readonly files: readonly { readonly format: string; readonly name: string; readonly for: string }[];
}

export function TakeAlong({ address, what, about, files }: TakeAlongProps) {
  return (
    <details className={styles['along']}>
      <summary>Download {what} as a file</summary>
      <p>{about}</p>
      <ul>
        {files.map((file) => (
          <li key={file.format}>
            <a href={`${address}?format=${file.format}`} download>
              {file.name}
            </a>{' '}
            <span>{file.for}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
