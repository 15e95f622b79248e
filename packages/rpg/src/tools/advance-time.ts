// Lets time pass: the clock of the story goes on, and conditions whose time has run out end.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import { sceneId } from '../values/entity.ts';
import { isSameJson } from '../values/is-same-json.ts';
import type { Json } from '../values/json.ts';
import { setHouseField } from './scene.ts';
import { requireSheet, type Workbench } from './workbench.ts';
import { nameOwner, type Place, readField, writeField } from './write-field.ts';

const livingTypes = ['character', 'npc', 'creature'] as const;

/** Lines that tell which conditions ended, and what settling changed by it. */
export function advanceTime(bench: Workbench, minutes: number): readonly string[] {
  if (minutes === 0) return [];
  const now = Number(bench.state.find(sceneId)?.sheet['minutes'] ?? 0);
  setHouseField(bench, sceneId, { path: 'minutes', value: now + minutes });
  return listConditioned(bench).flatMap((place) => {
    const { kind } = place.field;
    const passed = kind.pass?.(place.value, minutes);
    if (passed === undefined) return [];
    const names = passed.ended.map((name) => `${nameOwner(place.entity)}no longer ${escapeLine(name, 80)}`);
    return [...names, ...writeChange(bench, place, passed.value).slice(1)];
  });
}

/** Lets rounds of a fight pass, for conditions that are counted in rounds. */
export function advanceRounds(bench: Workbench, rounds: number): readonly string[] {
  if (rounds === 0) return [];
  return listConditioned(bench).flatMap((place) => {
    const { kind } = place.field;
    const done = kind.adjust?.(place.value, { part: 'rounds', delta: -rounds });
    return done?.ok === true ? writeChange(bench, place, done.value) : [];
  });
}

function writeChange(bench: Workbench, place: Place, value: Json): readonly string[] {
  if (isSameJson(value, place.value)) return [];
  const answer = writeField(bench, place, { ok: true, value });
  return answer.ok ? answer.say.split('\n') : [];
}

/** The conditions of everybody who has any. */
function listConditioned(bench: Workbench): readonly Place[] {
  return livingTypes.flatMap((type) => {
    const sheet = requireSheet(bench.system, type);
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
