// Model settings: names the model once for all worlds, tries it, and accepts what a world says itself.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type FormEvent, useState } from 'react';
import { useChange, useRoute } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import { FindingRow } from './finding-row.tsx';
import styles from './model-settings.module.css';
import pages from './settings-page.module.css';

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

/** What a world says itself: perhaps written by a stranger. */
function Held({ world, held }: { readonly world: string; readonly held: Model['held'] }) {
  const accept = useChange('POST /api/worlds/{world}/model/routes');
  if (held === null) return null;
  return (
    <div className={styles['held']}>
      <p>
        The file of this world says where requests go. If these lines are yours, let them count; if the world
        comes from a stranger, look at each. Until then nothing is sent there.
      </p>
      <dl>
        {held.says.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {accept.error === null ? null : <FailureNote failure={accept.error} />}
      <button
        type="button"
        disabled={accept.isPending}
        onClick={() => accept.mutate({ params: { world }, body: { digest: held.digest } })}
      >
        Let them count
      </button>
    </div>
  );
}

interface Typed {
  readonly model: string;
  readonly baseUrl: string;
  readonly contextBudget: string;
  readonly apiKey: string;
}

function ModelForm({ world, model }: { readonly world: string; readonly model: Model }) {
  const [typed, setTyped] = useState<Typed>({
    model: model.model,
    baseUrl: model.baseUrl ?? '',
    contextBudget: model.contextBudget === null ? '' : String(model.contextBudget),
    apiKey: '',
  });
  const save = useChange('PUT /api/worlds/{world}/model', () => setTyped({ ...typed, apiKey: '' }));
  const trial = useChange('POST /api/worlds/{world}/model/trial');
  const params = { world };
  const setPart = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    save.reset();
    trial.reset();
  };
  const saveAll = (agreed: boolean) =>
    save.mutate({
      params,
      body: { ...buildAsked(typed), contextBudget: readBudget(typed.contextBudget), agreed },
    });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    saveAll(false);
  };
  const isBuiltIn = typed.model.trim() === 'builtin';
  const mustAgree = save.error?.code === 'settings.not-agreed';
  return (
    <form className={styles['form']} onSubmit={handleSubmit}>
      <label>
        Model
        <input
          value={typed.model}
          required
          spellCheck={false}
          autoComplete="off"
          aria-describedby="model-help"
          onChange={({ target }) => setPart({ model: target.value })}
        />
      </label>
      <p id="model-help">
        <code>openai:NAME</code> for any server that speaks like OpenAI’s (llama.cpp, Ollama, LM Studio),{' '}
        <code>provider:NAME</code>, or <code>builtin</code> for the rules inside.
      </p>
      {isBuiltIn ? null : <ServerFields typed={typed} hasKey={model.hasKey} onChange={setPart} />}
      <Overruled model={model} />
      {save.error === null ? null : <FailureNote failure={save.error} />}
      <p className={pages['acts']}>
        {mustAgree ? (
          <button type="button" className={styles['main']} onClick={() => saveAll(true)}>
            I agree: use it
          </button>
        ) : (
          <button type="submit" className={styles['main']} disabled={save.isPending}>
            Use it in all my worlds
          </button>
        )}
        <button
          type="button"
          disabled={trial.isPending}
          onClick={() => trial.mutate({ params, body: buildAsked(typed) })}
        >
          Try it
        </button>
        <span role="status">
          {trial.isPending ? 'Asking for one word; a server that loads its model takes a while …' : null}
          {save.isSuccess ? 'It is used from now on.' : null}
        </span>
      </p>
      {trial.error === null ? null : <FailureNote failure={trial.error} />}
      <ul className={pages['rows']}>
        {trial.data?.map(({ check, standing, says, todo }) => (
          <FindingRow key={check} title={check} standing={standing} says={[says]} todo={todo} />
        ))}
      </ul>
    </form>
  );
}

interface ServerFieldsProps {
  readonly typed: Typed;
  readonly hasKey: boolean;
  readonly onChange: (part: Partial<Typed>) => void;
}

function ServerFields({ typed, hasKey, onChange }: ServerFieldsProps) {
  return (
    <>
      <label>
        Address of its server
        <input
          type="url"
          value={typed.baseUrl}
          spellCheck={false}
          autoComplete="off"
          placeholder="http://localhost:8080/v1"
          onChange={({ target }) => onChange({ baseUrl: target.value })}
        />
      </label>
      <label>
        Key
        <input
          type="password"
          value={typed.apiKey}
          autoComplete="off"
          placeholder={hasKey ? 'one is kept; it is never shown' : 'none, where the server wants none'}
          onChange={({ target }) => onChange({ apiKey: target.value })}
        />
      </label>
      <label>
        Tokens a prompt may have
        <input
          inputMode="numeric"
          pattern="[0-9]*"
          value={typed.contextBudget}
          autoComplete="off"
          placeholder="what the server has loaded"
          onChange={({ target }) => onChange({ contextBudget: target.value })}
        />
      </label>
    </>
  );
}

/** Where a world or the environment is stronger, what is named here counts elsewhere. */
function Overruled({ model: { isOverruled, from } }: { readonly model: Model }) {
  if (!isOverruled || from === null) return null;
  return (
    <p>
      In this world {from} is stronger than your own file: take <code>model</code> and <code>baseUrl</code>{' '}
      out there to use what you name here.
    </p>
  );
}

function buildAsked({ model, baseUrl, apiKey }: Typed) {
  return {
    model: model.trim(),
    ...(baseUrl.trim() === '' ? {} : { baseUrl: baseUrl.trim() }),
    ...(apiKey === '' ? {} : { apiKey }),
  };
}

function readBudget(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
