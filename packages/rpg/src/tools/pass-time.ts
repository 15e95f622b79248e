// Lets time pass: the clock of the story goes on, and conditions that lasted so long end.

import { escapeLine } from '@terrarium/kernel/escape-xml';
import { sceneId } from '../values/entity.ts';
import { isSameJson } from '../values/is-same-json.ts';
import type { Json } from '../values/json.ts';
import { changeField, nameOwner, type Place, readField } from './change-field.ts';
import { setHouseField } from './scene.ts';
import { findSheet, type Workbench } from './workbench.ts';

const livingTypes = ['character', 'npc', 'creature'] as const;

/** What ended, and what settling made of it, as lines. */
export function passTime(bench: Workbench, minutes: number): readonly string[] {
  if (minutes === 0) return [];
  const now = Number(bench.state.find(sceneId)?.sheet['minutes'] ?? 0);
  setHouseField(bench, sceneId, { path: 'minutes', value: now + minutes });
  return findConditioned(bench).flatMap((place) => {
    const { prefab, config } = place.field;
    const passed = prefab.pass?.(place.value, minutes, config as never);
    if (passed === undefined) return [];
    const names = passed.ended.map((name) => `${nameOwner(place.entity)}no longer ${escapeLine(name, 80)}`);
    return [...names, ...tellChange(bench, place, passed.value).slice(1)];
  });
}

/** Rounds of a fight, which pass for conditions that are counted in them. */
export function passRounds(bench: Workbench, rounds: number): readonly string[] {
  if (rounds === 0) return [];
  return findConditioned(bench).flatMap((place) => {
    const { prefab, config } = place.field;
    const done = prefab.adjust?.(place.value, { part: 'rounds', delta: -rounds }, config as never);
    return done?.ok === true ? tellChange(bench, place, done.value) : [];
  });
}

function tellChange(bench: Workbench, place: Place, value: Json): readonly string[] {
  if (isSameJson(value, place.value)) return [];
  const answer = changeField(bench, place, { ok: true, value });
  return answer.ok ? answer.say.split('\n') : [];
}

/** Everybody who is in some condition. */
function findConditioned(bench: Workbench): readonly Place[] {
  return livingTypes.flatMap((type) => {
    const sheet = findSheet(bench.system, type);
    const field = sheet.byPath.get('conditions');
    if (field === undefined) return [];
    return bench.state.list(type).flatMap((entity): Place[] => {
      const value = readField(entity, field);
      const isInSome = Array.isArray(value) && value.length > 0;
      return isInSome ? [{ entity, sheet, field, part: '', value }] : [];
    });
  });
}

/** Minutes as people say them. */
export function renderMinutes(minutes: number): string {
  const days = Math.floor(minutes / 1_440);
  const hours = Math.floor((minutes % 1_440) / 60);
  const parts = [
    days > 0 ? `${days} d` : '',
    hours > 0 ? `${hours} h` : '',
    minutes % 60 > 0 ? `${minutes % 60} min` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '0 min' : parts.join(' ');
}
