// Settings handlers: show and change settings, name the model, and show what the doctor finds, as the terminal does.

import {
  type ModelSettings,
  readModelSettings,
  recordHeldRoutes,
  requireAgreement,
  resolveTypedAddress,
} from '@terrarium/composition/model-settings';
import { listPersonSettings, writePersonSetting } from '@terrarium/composition/person-settings';
import { probeSilence } from '@terrarium/composition/probe-silence';
import { probeTypedModel } from '@terrarium/composition/probe-typed-model';
import { writeOwnModel } from '@terrarium/composition/write-own-model';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { shapes } from '@terrarium/protocol/shapes';
import { runCommand } from '../running/run-command.ts';
import type { Handlers } from './handler.ts';

export const settingsHandlers: Handlers<'settings'> = {
  'GET /api/worlds/{world}/examination': async ({ shelf }, { params }) => {
    const { dir } = shelf.require(params.world);
    return await runCommand(['doctor', '--world', dir], shapes.examination);
  },
  'GET /api/worlds/{world}/verification': async ({ shelf }, { params }) => {
    const { dir } = shelf.require(params.world);
    return await runCommand(['verify', '--world', dir], shapes.verifiedWorld);
  },
  'GET /api/worlds/{world}/settings': ({ host, shelf }, { params }) => [
    ...listPersonSettings(host, shelf.require(params.world).dir),
  ],
  'PUT /api/worlds/{world}/settings': async ({ host, shelf, tables }, { params, body }) => {
    const { dir } = shelf.require(params.world);
    writePersonSetting(host, dir, { name: body.name, value: body.value });
    await tables.reset();
    return [...listPersonSettings(host, dir)];
  },
  'GET /api/worlds/{world}/model': ({ host, shelf }, { params }) =>
    buildModel(readModelSettings(host, shelf.require(params.world).dir)),
  'PUT /api/worlds/{world}/model': async ({ host, shelf, tables }, { params, body }) => {
    const { dir } = shelf.require(params.world);
    const { model, apiKey, contextBudget, agreed } = body;
    const baseUrl = resolveTypedAddress(host, dir, body.baseUrl);
    if (!agreed) requireAgreement({ model, baseUrl });
    writeOwnModel({ model, baseUrl, apiKey, contextBudget });
    await tables.reset();
    return buildModel(readModelSettings(host, dir));
  },
  'GET /api/worlds/{world}/model/silence': async ({ host, shelf }, { params }) => [
    ...(await probeSilence(host, shelf.require(params.world).dir)),
  ],
  'POST /api/worlds/{world}/model/trial': async ({ host, shelf }, { params, body }) => {
    const { dir } = shelf.require(params.world);
    const baseUrl = resolveTypedAddress(host, dir, body.baseUrl);
    return [...(await probeTypedModel(host, dir, { ...body, baseUrl }))];
  },
  'POST /api/worlds/{world}/model/routes': async ({ host, shelf, tables }, { params, body }) => {
    const { dir } = shelf.require(params.world);
    recordHeldRoutes(host, dir, body.digest);
    await tables.reset();
    return buildModel(readModelSettings(host, dir));
  },
};

function buildModel(settings: ModelSettings): RouteAnswer<'GET /api/worlds/{world}/model'> {
  const { baseUrl, contextBudget, from, held } = settings;
  return {
    ...settings,
    baseUrl: baseUrl ?? null,
    contextBudget: contextBudget ?? null,
    from: from ?? null,
    held: held === undefined ? null : { digest: held.digest, says: [...held.says] },
  };
}
