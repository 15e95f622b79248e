// Model settings: sets and tries the model for all worlds, and lets the person accept what a world's files set.

import { useQueryClient } from '@tanstack/react-query';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useChange, useRoute } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import buttons from '../parts/main-button.module.css';
import { FailureNote } from '../parts/message.tsx';
import { showWhole } from '../parts/show-whole.ts';
import { FindingRow } from './finding-row.tsx';
import { ModelFields } from './model-fields.tsx';
import styles from './model-settings.module.css';
import { nameCheck } from './name-check.ts';
import pages from './settings-page.module.css';
import { buildAsked, findProblem, readBudget, readTypedModel, type TypedModel } from './typed-model.ts';

type Model = RouteAnswer<'GET /api/worlds/{world}/model'>;

export function ModelSettings({ world }: { readonly world: string }) {
  const { data, error } = useRoute('GET /api/worlds/{world}/model', { params: { world } });
  return (
    <section aria-label="The model">
      <h2>The model</h2>
      {error === null ? null : <FailureNote failure={error} />}
      {data === undefined ? null : (
        <>
          <Held world={world} held={data.held} />
          <ModelForm world={world} model={data} />
        </>
      )}
    </section>
  );
}

const namesOfHeld: Readonly<Record<string, string>> = {
  model: 'Model',
  baseUrl: 'Address of its server',
  apiKey: 'Key',
};

/**
 * Shows what the files of a world set about the model, so that the person can accept it: a stranger may have written
 * them.
 */
function Held({ world, held }: { readonly world: string; readonly held: Model['held'] }) {
  const accept = useChange('POST /api/worlds/{world}/model/routes');
  if (held === null) return null;
  return (
    <div className={styles['held']}>
      <p>
        The settings file of this world says where requests are sent. If you wrote these lines, allow them; if
        the world comes from a stranger, check each one first. Until you allow them, nothing is sent there.
      </p>
      <dl>
        {held.says.map(({ name, value }) => (
          <div key={name}>
            <dt>{namesOfHeld[name] ?? name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {accept.error === null ? null : <FailureNote failure={accept.error} />}
      <ActButton
        className={buttons['main']}
        isOff={accept.isPending}
        onClick={() => accept.mutate({ params: { world }, body: { digest: held.digest } })}
      >
        Allow them
      </ActButton>
    </div>
  );
}

/**
 * What went wrong when the model was asked, for a person who was led here by that failure, and how to forget it. A reload
 * does not say it again.
 */
function useTried(): readonly [tried: string | undefined, forget: () => void] {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [tried, setTried] = useState<unknown>(state?.tried);
  useEffect(() => {
    if (tried !== undefined) void navigate(pathname, { replace: true, state: null });
  }, [tried, navigate, pathname]);
  return [typeof tried === 'string' ? tried : undefined, () => setTried(undefined)];
}

interface TriedProps {
  readonly world: string;
  readonly tried: string | undefined;
}

/** Without a failure that led here, says it if nothing answers at the address of the model. */
function Tried({ world, tried }: TriedProps) {
  const silence = useRoute('GET /api/worlds/{world}/model/silence', { params: { world } }).data ?? [];
  if (tried === undefined)
    return silence.length === 0 ? null : (
      <ul className={pages['rows']}>
        {silence.map(({ check, standing, says, todo }) => (
          <FindingRow key={check} title={nameCheck(check)} standing={standing} says={[says]} todo={todo} />
        ))}
      </ul>
    );
  return (
    <ul className={pages['rows']}>
      <FindingRow
        title="When it was last asked"
        standing="problem"
        says={[tried]}
        todo="Start its server, or correct its address below, and test it."
      />
    </ul>
  );
}

function ModelForm({ world, model }: { readonly world: string; readonly model: Model }) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState<TypedModel>(() => readTypedModel(model));
  // Once the model was tested or replaced, the older failure says nothing any more.
  const [tried, forgetTried] = useTried();
  const save = useChange('PUT /api/worlds/{world}/model', () => {
    forgetTried();
    setTyped({ ...typed, apiKey: '' });
    // What the doctor found was about the model that was named before, so it is dropped.
    cache.removeQueries({ queryKey: ['GET /api/worlds/{world}/examination'] });
  });
  const trial = useChange('POST /api/worlds/{world}/model/trial', forgetTried);
  const params = { world };
  const handleChange = (part: Partial<TypedModel>) => {
    setTyped({ ...typed, ...part });
    save.reset();
    trial.reset();
  };
  const problem = findProblem(typed);
  const saveAll = (agreed: boolean) =>
    save.mutate({
      params,
      body: { ...buildAsked(typed), contextBudget: readBudget(typed.contextBudget), agreed },
    });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    saveAll(false);
  };
  const mustAgree = save.error?.code === 'settings.not-agreed';
  return (
    <form className={styles['form']} onSubmit={handleSubmit}>
      {trial.data === undefined ? <Tried world={world} tried={tried} /> : null}
      <ModelFields typed={typed} hasKey={model.hasKey} onChange={handleChange} />
      <Overruled model={model} />
      {problem === undefined ? null : <p role="status">{problem}</p>}
      {save.error === null ? null : <FailureNote failure={save.error} />}
      <p className={pages['acts']}>
        {mustAgree ? (
          <button type="button" className={buttons['main']} onClick={() => saveAll(true)}>
            I agree: save it
          </button>
        ) : (
          <ActButton
            type="submit"
            className={buttons['main']}
            isOff={save.isPending || problem !== undefined}
          >
            Save for all my worlds
          </ActButton>
        )}
        {typed.kind === 'builtin' ? null : (
          <ActButton
            isOff={trial.isPending || problem !== undefined}
            onClick={() => trial.mutate({ params, body: buildAsked(typed) })}
          >
            Test it without saving
          </ActButton>
        )}
        {trial.isPending ? (
          <span role="status" ref={showWhole}>
            Asking the model for one word. If the server has to load the model first, this takes a while …
          </span>
        ) : null}
        <span role="status">{save.isSuccess ? 'Saved. It is used from now on.' : null}</span>
      </p>
      {trial.error === null ? null : <FailureNote failure={trial.error} />}
      {trial.data === undefined ? null : (
        <ul ref={showWhole} className={pages['rows']}>
          {trial.data.map(({ check, standing, says, todo }) => (
            <FindingRow key={check} title={nameCheck(check)} standing={standing} says={[says]} todo={todo} />
          ))}
        </ul>
      )}
    </form>
  );
}

/**
 * Says where the model named here is not used: in this world, because the world overrides it, or anywhere, because the
 * environment does.
 */
function Overruled({ model: { isOverruled, from } }: { readonly model: Model }) {
  if (!isOverruled || from === null) return null;
  if (from === 'environment')
    return (
      <p>
        What you save here is used once Terrarium is started without the environment variables{' '}
        <code>TERRARIUM_MODEL</code> and <code>TERRARIUM_BASE_URL</code>. Until then, the model that they name
        is used.
      </p>
    );
  return (
    <p>
      What you save here applies to your other worlds. In this world, the model that is set in {from} is used
      instead. To use the saved model here too, remove <code>model</code> and <code>baseUrl</code> there.
    </p>
  );
}
