// Typed model: which model somebody means, in parts as a person knows them, and as settings write it.

import type { RouteAnswer } from '@terrarium/protocol/routes';

type Model = RouteAnswer<'GET /api/worlds/{world}/model'>;

/** The rules inside; a server that speaks like OpenAI's; or a provider with a package of its own. */
export type ModelKind = 'builtin' | 'server' | 'provider';

export interface TypedModel {
  readonly kind: ModelKind;
  /** Of the model; with its provider in front where it is one. */
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

/** What is still to be said; undefined where nothing is. */
export function findProblem({ kind, name, contextBudget }: TypedModel): string | undefined {
  if (kind === 'builtin') return undefined;
  if (name.trim() === '') return 'Say which model it is.';
  if (kind === 'provider' && !/^[a-z][a-z0-9-]*:./u.test(name.trim()))
    return 'Write the provider in front of the model, with a colon between: mistral:mistral-small-latest.';
  if (contextBudget.trim() !== '' && readBudget(contextBudget) === null)
    return 'How much a prompt may hold is a whole number from 1,024 on, such as 16000; or leave it empty.';
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

/** Null for an empty field, and for what is not such a number. */
export function readBudget(text: string): number | null {
  const number = Number(text.trim().replaceAll(',', ''));
  return text.trim() !== '' && Number.isInteger(number) && number >= leastBudget ? number : null;
}
