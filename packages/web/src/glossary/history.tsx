// History: what changed in an entry, by whom and why, the newest first.

import type { Account } from './account.ts';
import styles from './history.module.css';

const fields: Readonly<Record<string, string>> = {
  term: 'name',
  aliases: 'other names',
  definition: 'what it is',
  status: 'agreement',
  tags: 'tags',
  evidence: 'quotes',
  relations: 'relations',
  first_seen: 'first place',
  deleted: 'taken out',
  merged_into: 'made one with another',
};

const authors: Readonly<Record<string, string>> = {
  agent: 'the reading model',
  curator: 'the curator',
  human: 'you',
};

export function History({ account }: { readonly account: Account }) {
  const { revisions } = account;
  if (revisions.length === 0) return null;
  return (
    <details className={styles['history']}>
      <summary>History</summary>
      <ol>
        {revisions.map((revision) => (
          <Step key={revision.id} revision={revision} />
        ))}
      </ol>
    </details>
  );
}

function Step({ revision }: { readonly revision: Account['revisions'][number] }) {
  const { field, author, at, reason } = revision;
  const isText = field === 'definition' || field === 'term';
  return (
    <li>
      <p className={styles['what']}>
        <b>{fields[field] ?? field}</b> · {authors[author] ?? author} · {at.slice(0, 10)}
      </p>
      {isText && revision.old !== null ? <del>{readText(revision.old)}</del> : null}
      {isText && revision.new !== null ? <ins>{readText(revision.new)}</ins> : null}
      {reason === undefined ? null : <p className={styles['reason']}>{reason}</p>}
    </li>
  );
}

/** Old and new values are JSON. */
function readText(value: string): string {
  const parsed: unknown = JSON.parse(value);
  return typeof parsed === 'string' ? parsed : value;
}
