// Refuses to export a glossary of which anything is damaged: it would leave as if it were whole.

import { StorageError } from '@terrarium/kernel/errors';
import { runGuarded } from '@terrarium/kernel/open-once';
import { damageAdvice } from '@terrarium/kernel/storage-errors';
import type { Annotator } from './stores/open-annotator.ts';
import type { Problem } from './verify/problem.ts';
import { runChecks } from './verify-annotator.ts';

/** Of what an export is made. */
const checks = ['records', 'tables', 'glossary'] as const;
/** What no export says, or what tells of the story's files, which may be changed or gone, and not of the glossary's. */
const others: ReadonlySet<string> = new Set([
  'candidate.differs',
  'first-seen.differs',
  'search.differs',
  'corpus.changed',
  'evidence.moved',
  'evidence.nameless',
  'evidence.none',
]);

/** Throws `StorageError` (`store.damaged`) that names the first thing that does not hold. */
export function refuseDamagedGlossary(annotator: Annotator): void {
  const path = annotator.world.annotatorPath;
  const problems = runGuarded({ title: 'the glossary', path: path }, () => listProblems(annotator));
  const [first] = problems;
  if (first === undefined) return;
  const left = problems.length - 1;
  const more = left === 0 ? '' : ` ${left} more ${left === 1 ? 'thing does' : 'things do'} not hold.`;
  throw new StorageError({
    code: 'store.damaged',
    happened: `${path} is damaged: ${first.what}${more}`,
    todo: damageAdvice,
  });
}

function listProblems(annotator: Annotator): readonly Problem[] {
  const problems = runChecks(annotator, checks).filter(({ code }) => !others.has(code));
  const counts = problems.filter(({ code }) => code === 'mention.differs');
  if (counts.length === 0 || isStoryAsRead(annotator)) return problems;
  return problems.filter((problem) => !counts.includes(problem));
}

/** Names are counted in the posts: in other posts than were read they are counted otherwise. */
function isStoryAsRead({ corpora, stores }: Annotator): boolean {
  return stores.ledger
    .readPlannedCorpora()
    .every(({ corpus, fingerprint }) => corpora.get(corpus)?.readFingerprint() === fingerprint);
}
