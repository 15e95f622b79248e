// Typed model: the values that a person enters to choose a model, and their conversion to and from settings.

import type { RouteAnswer } from '@terrarium/protocol/routes';

type Model = RouteAnswer<'GET /api/worlds/{world}/model'>;

/**
 * Who reads and narrates: what is built in, a server that speaks OpenAI's protocol, or a provider with a
 * package of its own.
 */
export type ModelKind = 'builtin' | 'server' | 'provider';

export interface TypedModel {
  readonly kind: ModelKind;
  /** The model's name, preceded by the name of its provider if it has one. */
  readonly name: string;
  readonly baseUrl: string;
  readonly contextBudget: string;
  readonly apiKey: string;
}

const serverPrefix = 'openai:';

export function readTypedModel({ model, baseUrl, contextBudget }: Model): TypedModel {
  const rest = {
    baseUrl: baseUrl ?? '',
    contextBudget: contextBudget === null ? '' : String(contextBudget),
    apiKey: '',
  };
  if (model === 'builtin') return { kind: 'builtin', name: '', ...rest };
  return model.startsWith(serverPrefix)
    ? { kind: 'server', name: model.slice(serverPrefix.length), ...rest }
    : { kind: 'provider', name: model, ...rest };
}

/** Says what is missing or not valid; undefined if nothing is. */
export function findProblem({ kind, name, contextBudget }: TypedModel): string | undefined {
  if (kind === 'builtin') return undefined;
  if (name.trim() === '') return 'Say which model it is.';
  if (kind === 'provider' && !/^[a-z][a-z0-9-]*:./u.test(name.trim()))
    return 'Write the provider in front of the model, with a colon between: mistral:mistral-small-latest.';
  if (contextBudget.trim() !== '' && readBudget(contextBudget) === null)
    return 'The number of tokens that a prompt may hold must be a whole number of at least 1,024, such as 16000. You can also leave it empty.';
  return undefined;
}

export function buildAsked(typed: TypedModel) {
  const { kind, baseUrl, apiKey } = typed;
  if (kind === 'builtin') return { model: 'builtin' };
  return {
    model: nameModel(typed),
    ...(baseUrl.trim() === '' ? {} : { baseUrl: baseUrl.trim() }),
    ...(apiKey === '' ? {} : { apiKey }),
  };
}

function nameModel({ kind, name }: TypedModel): string {
  const said = name.trim();
  return kind === 'provider' || said.startsWith(serverPrefix) ? said : `${serverPrefix}${said}`;
}

const leastBudget = 1_024;

/** Null for an empty field, and for a text that is not a valid number. */
export function readBudget(text: string): number | null {
  const number = Number(text.trim().replaceAll(',', ''));
  return text.trim() !== '' && Number.isInteger(number) && number >= leastBudget ? number : null;
}
