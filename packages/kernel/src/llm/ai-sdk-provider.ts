// Loads a provider of the AI SDK that is not an OpenAI-compatible server, if its package is installed.

import type { LanguageModelV4 } from '@ai-sdk/provider';
import { UsageError } from '../base/errors.ts';
import type { PatientFetch } from './patient-fetch.ts';

/** A key whose text is read only by the code that sends it, such as a `Secret` of the configuration. */
export interface ApiKey {
  reveal(): string;
}

export interface WantedProvider {
  readonly provider: string;
  readonly name: string;
  readonly options: { readonly baseUrl?: string | undefined; readonly apiKey?: ApiKey | undefined };
  readonly fetch: PatientFetch;
}

type Factory = (settings: Readonly<Record<string, unknown>>) => unknown;

/** The model of the provider in `@ai-sdk/<provider>`. Throws a `UsageError` that names what to install or to set. */
export async function loadSdkProvider(wanted: WantedProvider): Promise<LanguageModelV4> {
  const packageName = `@ai-sdk/${wanted.provider}`;
  const factory = findFactory(await importPackage(wanted), wanted.provider);
  if (factory === undefined) throw buildUnusableError(packageName, 'it cannot create a provider');
  try {
    const { baseUrl, apiKey } = wanted.options;
    const provider = factory({
      name: wanted.provider,
      fetch: wanted.fetch,
      includeUsage: true,
      ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
      ...(apiKey === undefined ? {} : { apiKey: apiKey.reveal() }),
    });
    if (isProvider(provider)) return checkModel(provider.languageModel(wanted.name), packageName);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw buildUnusableError(packageName, error instanceof Error ? error.message : String(error));
  }
  throw buildUnusableError(packageName, 'its provider cannot create a language model');
}

/**
 * Providers for which people have keys. Any other name with a colon, such as `qwen3:14b`, is probably a model of
 * somebody's own server.
 */
const knownProviders: ReadonlySet<string> = new Set(
  'amazon-bedrock anthropic azure cerebras cohere deepinfra deepseek fireworks google google-vertex groq huggingface mistral perplexity togetherai vercel xai'.split(
    ' ',
  ),
);

async function importPackage({ provider, name }: WantedProvider): Promise<Readonly<Record<string, unknown>>> {
  const packageName = `@ai-sdk/${provider}`;
  try {
    return await import(packageName);
  } catch (error) {
    throw new UsageError({
      code: 'model.provider-missing',
      happened: `The package ${packageName} is not installed.`,
      todo: knownProviders.has(provider)
        ? `Run "npm install ${packageName}", or use openai:<name> with --base-url for an OpenAI-compatible server.`
        : `Did you mean openai:${provider}:${name} (any OpenAI-compatible server, with --base-url)? Otherwise run "npm install ${packageName}".`,
      cause: error,
    });
  }
}

/**
 * Finds the function that makes a provider, such as `createMistral` for `mistral`. If no name matches
 * (`createGoogleGenerativeAI`), takes the first such function of the package.
 */
function findFactory(exports: Readonly<Record<string, unknown>>, provider: string): Factory | undefined {
  const wanted = `create${provider.replaceAll('-', '')}`;
  const factories = Object.entries(exports).filter(
    ([name, value]) => name.startsWith('create') && typeof value === 'function',
  );
  const named = factories.find(([name]) => name.toLowerCase() === wanted) ?? factories[0];
  return named === undefined
    ? undefined
    : (settings) => Reflect.apply(Object(named[1]), undefined, [settings]);
}

function isProvider(value: unknown): value is { languageModel(name: string): LanguageModelV4 } {
  return (
    (typeof value === 'function' || (typeof value === 'object' && value !== null)) &&
    'languageModel' in value &&
    typeof value.languageModel === 'function'
  );
}

function checkModel(model: LanguageModelV4, packageName: string): LanguageModelV4 {
  if (model.specificationVersion === 'v4') return model;
  throw buildUnusableError(
    packageName,
    `it speaks version ${String(model.specificationVersion)} of the provider interface`,
  );
}

function buildUnusableError(packageName: string, reason: string): UsageError {
  return new UsageError({
    code: 'model.provider-unusable',
    happened: `The package ${packageName} cannot be used: ${reason}.`,
    todo: 'Install its newest version, and set the API key it asks for.',
  });
}
