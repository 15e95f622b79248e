// Settings page: what is set and where it stands, with what the doctor finds, the model's first.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useParams } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import { FindingRow } from './finding-row.tsx';
import { ModelSettings } from './model-settings.tsx';
import styles from './settings-page.module.css';

type Examination = RouteAnswer<'GET /api/worlds/{world}/examination'>;

export function SettingsPage() {
  const { world = '' } = useParams();
  const model = useRoute('GET /api/worlds/{world}/model', { params: { world } });
  // A model is asked several questions by it, which takes a while: only when the person wants that.
  const { data, error, isFetching, refetch } = useRoute(
    'GET /api/worlds/{world}/examination',
    { params: { world } },
    { isWanted: model.data?.model === 'builtin' },
  );
  return (
    <main className={styles['page']}>
      <h1>Settings</h1>
      <p className={styles['lead']}>
        They stand in <code>terrarium.yaml</code> in the folder of the world, or in one of your own. Keys are
        never shown.
      </p>
      <ModelSettings world={world} />
      {error === null ? null : <FailureNote failure={error} />}
      {data === undefined ? null : <Findings examination={data} />}
      <p className={styles['acts']}>
        {isFetching ? (
          <span role="status">Examining; a slow model takes a while …</span>
        ) : (
          <button type="button" onClick={() => void refetch()}>
            {data === undefined ? 'Examine everything' : 'Examine again'}
          </button>
        )}
      </p>
      {data === undefined ? null : <Said settings={data.settings} />}
      <Verification world={world} />
    </main>
  );
}

const ofModel = /^(?:model|server|window|budget|embedder)/u;

/** What concerns the model comes first. */
function Findings({ examination }: { readonly examination: Examination }) {
  const { findings } = examination;
  const model = findings.filter(({ check }) => ofModel.test(check));
  const sorted = [...model, ...findings.filter((finding) => !model.includes(finding))];
  return (
    <section aria-label="What the doctor finds">
      <h2>What the doctor finds</h2>
      <ul className={styles['rows']}>
        {sorted.map(({ check, standing, says, todo }) => (
          <FindingRow key={`${check} ${says}`} title={check} standing={standing} says={[says]} todo={todo} />
        ))}
      </ul>
    </section>
  );
}

function Said({ settings }: { readonly settings: Examination['settings'] }) {
  return (
    <section aria-label="What is set">
      <h2>What is set</h2>
      {settings.length === 0 ? <p>Nothing: every setting has its default.</p> : null}
      <dl className={styles['said']}>
        {settings.map(({ name, value, from }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              <span>{from}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every file of the world, read again. */
function Verification({ world }: { readonly world: string }) {
  const { data, error, isFetching, refetch } = useRoute(
    'GET /api/worlds/{world}/verification',
    { params: { world } },
    { isWanted: false },
  );
  return (
    <section aria-label="Whether all is as it was written">
      <h2>Whether all is as it was written</h2>
      <p className={styles['acts']}>
        <button type="button" disabled={isFetching} onClick={() => void refetch()}>
          Read everything again
        </button>
        <span role="status">
          {isFetching ? 'Reading every file of the world …' : null}
          {!isFetching && data?.holds === true ? 'Nothing is damaged.' : null}
        </span>
      </p>
      {error === null ? null : <FailureNote failure={error} />}
      <ul className={styles['rows']}>
        {data?.parts.map(({ part, standing, says, problems, todo }) => (
          <FindingRow
            key={part}
            title={part}
            standing={standing}
            says={[says, ...problems.map(({ what }) => what)]}
            todo={todo}
          />
        ))}
      </ul>
    </section>
  );
}
