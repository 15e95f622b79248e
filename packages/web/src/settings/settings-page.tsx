// Settings page: shows the model, then all other settings, then the findings of the doctor.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useParams } from 'react-router';
import { noAnswer } from '../client/send-request.ts';
import { useRoute } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import { countOf } from '../parts/count-of.ts';
import { FailureNote } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { FindingRow } from './finding-row.tsx';
import { ModelSettings } from './model-settings.tsx';
import { nameCheck } from './name-check.ts';
import { SaidSettings } from './said-settings.tsx';
import { SettingsList } from './settings-list.tsx';
import styles from './settings-page.module.css';

type Examination = RouteAnswer<'GET /api/worlds/{world}/examination'>;

export function SettingsPage() {
  const { world = '' } = useParams();
  return (
    <Page className={styles['page']}>
      <h1>Settings</h1>
      <p className={styles['lead']}>
        What you save applies to all your worlds, unless the page says otherwise. The command line uses it
        too: it is kept in <code>terrarium.yaml</code>.
      </p>
      <ModelSettings world={world} />
      <SettingsList world={world} />
      <section aria-label="What the doctor finds">
        <h2>Is everything in order?</h2>
        <Doctor world={world} />
        <Verification world={world} />
      </section>
    </Page>
  );
}

function Doctor({ world }: { readonly world: string }) {
  const model = useRoute('GET /api/worlds/{world}/model', { params: { world } });
  const isBuiltIn = model.data?.model === 'builtin';
  // The doctor asks a model several questions, which takes a while. Only with the built-in reader does it run by
  // itself.
  const { data, error, isFetching, refetch } = useRoute(
    'GET /api/worlds/{world}/examination',
    { params: { world } },
    { isWanted: isBuiltIn },
  );
  // The settings of the model, above, say already that the server is away.
  const isAway = error?.code === noAnswer && model.error?.code === noAnswer;
  const isShown = data !== undefined && !isFetching;
  return (
    <>
      {error === null || isAway ? null : <FailureNote failure={error} />}
      {isShown ? (
        <>
          <Findings examination={data} />
          <SaidSettings world={world} settings={data.settings} />
        </>
      ) : null}
      <p className={styles['acts']}>
        {isFetching ? (
          <span role="status">{isBuiltIn ? 'Examining …' : 'Examining; a slow model takes a while …'}</span>
        ) : (
          <button type="button" onClick={() => void refetch()}>
            {data === undefined ? 'Examine everything' : 'Examine again'}
          </button>
        )}
      </p>
      {data !== undefined || isFetching || isBuiltIn ? null : (
        <p className={styles['about']}>
          The model is asked some short questions, and the settings and this computer are checked.
        </p>
      )}
    </>
  );
}

const ofModel = /^(?:model|server|window|budget|embedder)/u;

/** Problems are shown openly, those of the model first; findings without a problem are folded. */
function Findings({ examination }: { readonly examination: Examination }) {
  const { findings } = examination;
  const model = findings.filter(({ check }) => ofModel.test(check));
  const sorted = [...model, ...findings.filter((finding) => !model.includes(finding))];
  const fine = sorted.filter(({ standing }) => standing === 'ok');
  const others = sorted.filter(({ standing }) => standing !== 'ok');
  return (
    <>
      <FindingList findings={others} />
      <details className={styles['group']}>
        <summary>
          {others.length === 0
            ? 'Everything is fine'
            : `${countOf(fine.length, 'thing is', 'things are')} fine`}
        </summary>
        <FindingList findings={fine} />
      </details>
    </>
  );
}

function FindingList({ findings }: { readonly findings: Examination['findings'] }) {
  return (
    <ul className={styles['rows']}>
      {joinAlike(findings).map(({ names, standing, says, todo }) => (
        <FindingRow key={`${names} ${says}`} title={names} standing={standing} says={[says]} todo={todo} />
      ))}
    </ul>
  );
}

type Finding = Examination['findings'][number];

/** Joins findings that say the same, for instance because a file that several things need is wrong. */
function joinAlike(findings: readonly Finding[]): readonly (Finding & { readonly names: string })[] {
  const alike = Map.groupBy(findings, ({ standing, says, todo }) => JSON.stringify([standing, says, todo]));
  return [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, names: [first, ...others].map(({ check }) => nameCheck(check)).join(', ') }],
  );
}

/** Reads every file of the world again, and shows whether the world is sound. */
function Verification({ world }: { readonly world: string }) {
  const { data, error, isFetching, refetch } = useRoute(
    'GET /api/worlds/{world}/verification',
    { params: { world } },
    { isWanted: false },
  );
  return (
    <>
      <p className={styles['acts']}>
        <ActButton isOff={isFetching} onClick={() => void refetch()}>
          Look for damage
        </ActButton>
        <span role="status">
          {isFetching ? 'Reading every file of the world …' : null}
          {!isFetching && data?.holds === true ? 'Nothing is damaged.' : null}
        </span>
      </p>
      <p className={styles['about']}>
        To find damage, every file of this world is read and compared with what was recorded when it was
        saved.
      </p>
      {error === null ? null : <FailureNote failure={error} />}
      <ul className={styles['rows']}>
        {data?.parts.map(({ part, standing, says, problems, todo }) => (
          <FindingRow
            key={part}
            title={part}
            standing={standing}
            says={[...new Set([says, ...problems.map(({ what }) => what)])]}
            todo={todo}
          />
        ))}
      </ul>
    </>
  );
}
