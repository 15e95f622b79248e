// Model fields: the fields in which a person says which model reads, narrates and talks.

import styles from './model-settings.module.css';
import type { ModelKind, TypedModel } from './typed-model.ts';

const kinds: readonly (readonly [kind: ModelKind, says: string, help: string])[] = [
  [
    'builtin',
    'Built in, without a model',
    'A reader and a narrator that follow rules. They need no network, but do less, and there is nobody to talk with.',
  ],
  [
    'server',
    'A model on a server',
    'llama.cpp, Ollama, LM Studio, or any other server with an OpenAI-compatible API; on this machine or elsewhere.',
  ],
  [
    'provider',
    'A model from a provider with its own API',
    'This needs the provider’s AI SDK package. Install it in the folder where Terrarium is installed: for Mistral, “npm install @ai-sdk/mistral”.',
  ],
];

interface ModelFieldsProps {
  readonly typed: TypedModel;
  readonly hasKey: boolean;
  readonly onChange: (part: Partial<TypedModel>) => void;
}

export function ModelFields({ typed, hasKey, onChange }: ModelFieldsProps) {
  return (
    <>
      <fieldset className={styles['kinds']}>
        <legend>Who reads, narrates and talks</legend>
        {kinds.map(([kind, says, help]) => (
          <label key={kind}>
            <input
              type="radio"
              name="kind"
              checked={typed.kind === kind}
              onChange={() => onChange({ kind })}
            />
            <span>
              {says}
              <small>{help}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {typed.kind === 'builtin' ? null : <ServerFields typed={typed} hasKey={hasKey} onChange={onChange} />}
    </>
  );
}

function ServerFields({ typed, hasKey, onChange }: ModelFieldsProps) {
  const isServer = typed.kind === 'server';
  return (
    <>
      <label>
        {isServer ? 'Name of the model' : 'Provider and model'}
        <input
          value={typed.name}
          spellCheck={false}
          autoComplete="off"
          placeholder={isServer ? 'qwen3-14b' : 'mistral:mistral-small-latest'}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </label>
      <label>
        Address of its server
        <input
          type="url"
          value={typed.baseUrl}
          spellCheck={false}
          autoComplete="off"
          placeholder={isServer ? 'http://localhost:8080/v1' : 'the provider’s own, if left empty'}
          onChange={({ target }) => onChange({ baseUrl: target.value })}
        />
      </label>
      <label>
        Key
        <input
          type="password"
          value={typed.apiKey}
          autoComplete="off"
          placeholder={hasKey ? 'a key is saved; it is never shown' : 'leave empty if the server needs none'}
          onChange={({ target }) => onChange({ apiKey: target.value })}
        />
      </label>
      <label>
        How much a prompt may hold, in tokens
        <input
          inputMode="numeric"
          value={typed.contextBudget}
          autoComplete="off"
          placeholder="as much as the server allows"
          onChange={({ target }) => onChange({ contextBudget: target.value })}
        />
      </label>
    </>
  );
}
