// Lets time pass: the time of the story goes on, and conditions whose time has run out end.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import { isConditionList } from '../system/is-condition-list.ts';
import { type EntityId, sceneId } from '../values/entity.ts';
import { markSecret } from '../values/hidden-text.ts';
import { isSameJson } from '../values/is-same-json.ts';
import type { Json } from '../values/json.ts';
import { renderClock, renderMinutes } from '../values/render-minutes.ts';
import { setHouseField } from './scene.ts';
import { describeDue } from './secrets.ts';
import { requireSheet, type Workbench } from './workbench.ts';
import { nameOwner, type Place, readField, writeField } from './write-field.ts';

export interface Passing {
  readonly minutes?: number | undefined;
  readonly rounds?: number | undefined;
}

/**
 * Lets time pass; answers with the new hour and with what happened until then, such as a condition that ended. Refuses
 * to let no time pass.
 */
export function advanceClock(bench: Workbench, { minutes = 0, rounds = 0 }: Passing): ToolAnswer {
  if (minutes === 0 && rounds === 0)
    return { ok: false, say: 'No time would pass: give at least 1 minute or 1 round.' };
  const lines = [...advanceTime(bench, minutes), ...advanceRounds(bench, rounds)];
  const now = Number(bench.state.find(sceneId)?.sheet['minutes'] ?? 0);
  const passed = minutes > 0 ? renderMinutes(minutes) : `${rounds} rounds`;
  return {
    ok: true,
    say: [`${passed} pass; it is ${renderClock(now)}.`, ...lines].join('\n'),
  };
}

const livingTypes = ['character', 'npc', 'creature'] as const;

/**
 * Lets minutes pass. Returns lines about what happened in this time, such as a condition that ended or a plan that came
 * due.
 */
export function advanceTime(bench: Workbench, minutes: number): readonly string[] {
  if (minutes === 0) return [];
  const now = Number(bench.state.find(sceneId)?.sheet['minutes'] ?? 0);
  setHouseField(bench, sceneId, { path: 'minutes', value: now + minutes });
  const due = describeDue(bench, now, now + minutes).map(markSecret);
  const ended = listConditioned(bench).flatMap((place) => {
    const { kind } = place.field;
    const passed = kind.pass?.(place.value, minutes);
    if (passed === undefined) return [];
    const names = passed.ended.map((name) => `${nameOwner(place.entity)}no longer ${escapeLine(name, 80)}`);
    return [...names, ...writeChange(bench, place, passed.value).slice(1)];
  });
  return [...ended, ...due];
}

/**
 * Lets rounds of a fight pass for conditions that are counted in rounds. Without `isMeant`, they pass for everybody.
 */
export function advanceRounds(
  bench: Workbench,
  rounds: number,
  isMeant: (id: EntityId) => boolean = () => true,
): readonly string[] {
  if (rounds === 0) return [];
  return listConditioned(bench).flatMap((place) => {
    if (!isMeant(place.entity.id)) return [];
    const { kind } = place.field;
    const done = kind.adjust?.(place.value, { part: 'rounds', delta: -rounds });
    return done?.ok === true ? writeChange(bench, place, done.value, 'its rounds are over') : [];
  });
}

function writeChange(bench: Workbench, place: Place, value: Json, because?: string): readonly string[] {
  if (isSameJson(value, place.value)) return [];
  const isEnded = because !== undefined && Array.isArray(value) && value.length < listLength(place.value);
  const answer = writeField(bench, place, { ok: true, value, ...(isEnded ? { because } : {}) });
  return answer.ok ? answer.say.split('\n') : [];
}

function listLength(value: Json): number {
  return Array.isArray(value) ? value.length : 0;
}

/** The non-empty lists of conditions of all people and creatures: those that everybody has, and the system's own. */
function listConditioned(bench: Workbench): readonly Place[] {
  return livingTypes.flatMap((type) => {
    const sheet = requireSheet(bench.system, type);
    const fields = sheet.fields.filter(isConditionList);
    return bench.state.list(type).flatMap((entity) =>
      fields.flatMap((field): Place[] => {
        const value = readField(entity, field);
        const isInSome = Array.isArray(value) && value.length > 0;
        return isInSome ? [{ entity, sheet, field, part: '', value }] : [];
      }),
    );
  });
}
