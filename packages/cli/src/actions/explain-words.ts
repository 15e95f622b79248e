// Explicates words of a definition: shows which words of the story they come from.

import { listEntryAccounts, listSimilarTerms } from '@terrarium/annotator/accounts';
import { type Explication, explicate } from '@terrarium/annotator/explicate';
import type { WorldView } from '@terrarium/annotator/open-world-view';
import { readQuote } from '@terrarium/annotator/read-quote';
import { isKnownSnapshot } from '@terrarium/composition/choose-known-snapshot';
import { readFromPlace, type Standing } from '@terrarium/composition/standing';
import { UsageError } from '@terrarium/kernel/errors';
import type { StandingOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderExplication } from '../views/render-explication.ts';

export interface ExplicateOptions extends StandingOptions {
  readonly entry?: string;
}

export async function explainWords(shell: Shell, quote: string, options: ExplicateOptions): Promise<void> {
  refuseWordless(quote);
  await readFromPlace(shell, options, (standing) => {
    const { view } = standing;
    const found = explainQuote(view, quote, options.entry);
    const snapshot = findWitness(standing, found);
    const today = view.stores.glossary.find(found.origin.entry.id)?.term;
    if (options.json === true) {
      const { origin, unsaid, others } = found;
      shell.printer.writeJson('explication', {
        ...origin,
        evidence: found.quotes.map(({ piece }) => piece),
        unsaid,
        snapshotId: snapshot?.id ?? null,
        others,
      });
      return;
    }
    const quotes = found.quotes.map(({ piece, isSupporting }) => ({
      ...readQuote(view, piece),
      ...(isSupporting ? { isSupporting } : {}),
    }));
    const { origin, unsaid, others } = found;
    const account = { origin, quotes, unsaid, snapshot, today, others };
    const { dir } = view.world;
    shell.printer.writeLines(...renderExplication(account, { dir, width: shell.printer.width }));
  });
}

function refuseWordless(quote: string): void {
  if (/[\p{L}\p{N}]/u.test(quote)) return;
  throw new UsageError({
    code: 'cli.no-such-words',
    happened: quote.trim() === '' ? 'No words are given.' : `"${quote}" contains no word.`,
    todo: 'Copy some words of a definition as "terrarium inspect TERM" shows it.',
  });
}

/** The first snapshot that knows the words; undefined if there is none, or if it lies beyond the reader's place. */
function findWitness(standing: Standing, { origin }: Explication) {
  const snapshot = standing.annotator.stores.snapshots.findFirstKnowing(origin.revision.id);
  return snapshot !== undefined && isKnownSnapshot(standing, snapshot) ? snapshot : undefined;
}

function explainQuote(view: WorldView, quote: string, name: string | undefined): Explication {
  const { glossary } = view.stores;
  const ids = name === undefined ? [undefined] : listIds(view, name);
  const found = ids.flatMap((entryId) => explicate(glossary, { quote, entryId }) ?? []);
  const [best] = found.toSorted((one, other) => other.origin.similarity - one.origin.similarity);
  if (best !== undefined) return best;
  throw new UsageError({
    code: 'cli.no-such-words',
    happened: `${name === undefined ? 'No definition ever said' : `The definition of "${name}" never said`} anything like "${quote}".`,
    todo: 'Copy some words of a definition as "terrarium inspect TERM" shows it; the quotes under "Stands on" are words of the story.',
  });
}

function listIds(view: WorldView, name: string) {
  const accounts = listEntryAccounts(view, name);
  if (accounts.length > 0) return accounts.map(({ id }) => id);
  const similar = listSimilarTerms(view, name);
  throw new UsageError({
    code: 'cli.no-entry',
    happened: `The glossary has no entry "${name}".`,
    todo:
      similar.length === 0 ? 'Leave out --entry to look in all entries.' : `There is: ${similar.join(', ')}.`,
  });
}
