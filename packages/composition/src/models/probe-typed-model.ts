// Tries a model that a person names: sends one tiny request, and asks the server about itself.

import type { Finding } from '@terrarium/kernel/finding';
import { openServerModel } from '@terrarium/kernel/open-server-model';
import { probeModel } from '@terrarium/kernel/probe-model';
import { Secret } from '@terrarium/kernel/secret';
import type { Host } from '../host/host.ts';
import { readBare, readConfigured } from '../settings/read-configured.ts';

export interface TriedModel {
  readonly model: string;
  readonly baseUrl?: string | undefined;
  /** If undefined, the key that was stored for this address is used. */
  readonly apiKey?: string | undefined;
}

/** The last of the doctor's checks that is made here; later ones ask for longer replies. */
const lastCheck = 'window';
const timeoutMs = 60_000;

/** Throws `UsageError` for a name or an address that is not valid. A server that does not answer is a finding. */
export async function probeTypedModel(
  host: Host,
  dir: string,
  tried: TriedModel,
): Promise<readonly Finding[]> {
  const { model, baseUrl, apiKey } = tried;
  readBare({ model, baseUrl });
  if (model === 'builtin') return [builtInFinding];
  const { settings, keyring } = readConfigured(host, {}, dir);
  const key = apiKey === undefined ? keyring.chooseForModel({ model, baseUrl }).key : new Secret(apiKey);
  const { maxOutputTokens, temperature, extraBody, summaryToolChoice, opensThinking } = settings;
  const opened = await openServerModel({
    model,
    baseUrl,
    apiKey: key,
    patienceMs: timeoutMs,
    opensThinking,
  });
  const findings: Finding[] = [];
  const options = {
    ...host.environment,
    maxOutputTokens,
    temperature,
    extraBody,
    summaryToolChoice,
    timeoutMs,
  };
  for await (const finding of probeModel(opened, options)) {
    findings.push(finding);
    if (finding.check === lastCheck) break;
  }
  return findings;
}

const builtInFinding: Finding = {
  check: 'model',
  standing: 'ok',
  says: 'The built-in reader, narrator and writer need no server.',
};
