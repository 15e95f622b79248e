// Run progress: shows what a run reads just now, how much was read, and what it took.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useStoryName } from '../client/use-story-name.ts';
import { Bar } from '../parts/bar.tsx';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import { joinFacts } from '../parts/join-facts.ts';
import { countBegun, describeLeft, describeNow, isBeginning } from './describe-now.ts';
import { describeScenes, type Stories } from './describe-scenes.ts';
import styles from './run-page.module.css';

type Standing = RouteAnswer<'GET /api/worlds/{world}/run'>;
type Reading = NonNullable<Standing['progress']>;

interface NowProps {
  readonly world: string;
  readonly standing: Standing;
  readonly isAway: boolean;
}

/** Shows which scene a run reads now and, until its scenes are counted, how many the run says it has to read. */
export function Now({ world, standing, isAway }: NowProps) {
  const nameStory = useStoryName(world);
  if (!standing.isOurs || isAway) return null;
  const now = describeNow(standing, nameStory);
  const left = describeLeft(standing);
  const begun = (standing.progress?.counts.total ?? 0) === 0 ? countBegun(standing) : undefined;
  return (
    <>
      {isBeginning(standing) ? <p className={styles['now']}>Looking for what is to be read …</p> : null}
      {now === undefined ? null : (
        <p className={styles['now']}>
          {insertTextHyphens(joinFacts([`Reading ${now}`, left?.replaceAll(' ', '\u00a0') ?? '']))}
        </p>
      )}
      {begun === undefined ? null : (
        <Bar
          label="Scenes"
          value={begun.read / begun.total}
          says={`${begun.read.toLocaleString('en')} of ${begun.total.toLocaleString('en')}`}
        />
      )}
    </>
  );
}

interface ProgressProps {
  readonly progress: Reading;
  readonly stories: Stories;
}

export function Progress({ progress, stories }: ProgressProps) {
  const { counts, entries, confirmed } = progress;
  const scenes = describeScenes(counts, stories);
  if (scenes === undefined && entries === 0) return null;
  const { promptTokens, cachedTokens, outputTokens } = counts;
  const share =
    cachedTokens === undefined || promptTokens === 0
      ? 'unknown'
      : `${Math.round((100 * cachedTokens) / promptTokens)} %`;
  const made =
    confirmed === entries
      ? entries.toLocaleString('en')
      : `${confirmed.toLocaleString('en')} of ${entries.toLocaleString('en')} confirmed`;
  const used = [
    ['Requests to the model', counts.calls.toLocaleString('en')],
    ['Tokens in', promptTokens.toLocaleString('en')],
    ['From the cache', share],
    ['Tokens out', outputTokens.toLocaleString('en')],
  ] as const;
  return (
    <section aria-label="Progress" className={styles['progress']}>
      {scenes === undefined ? null : <Bar label="Scenes" value={scenes.share} says={scenes.says} />}
      <Facts rows={[['Entries', made]]} />
      {/* The built-in reader asks no model and uses no tokens. */}
      {promptTokens === 0 ? null : (
        <details className={styles['used']}>
          <summary>What it took</summary>
          <Facts rows={used} />
        </details>
      )}
    </section>
  );
}

function Facts({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
