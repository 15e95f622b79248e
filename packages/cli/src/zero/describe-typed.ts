// Describes how a person types a value of a new character: its name, and what may follow the equals sign.

import { listQuickCharacters } from '@terrarium/rpg/build-character';
import type { Settable } from '@terrarium/rpg/list-settable';
import type { System } from '@terrarium/rpg/system';
import { resolveFieldPath } from '../play/resolve-field-path.ts';
import { cutLabel } from './parse-set.ts';

export function describeTyped(system: System, settable: Settable): string {
  const { path, label, prefab } = settable;
  const short = cutLabel(label);
  const isClear = resolveFieldPath(system.sheets.get('character'), short) === path;
  const value = lists.has(prefab) ? describeList(system, path) : describeValue(settable);
  return `${isClear ? short : path}=… (${value})`;
}

const lists: ReadonlySet<string> = new Set(['CONT_LIST', 'CONT_WEIGHTED', 'CONT_TAGS', 'CONT_CONDITIONS']);

const mostExamples = 4;

/** The system does not limit what may be in a list; what its ready-made characters have serves as examples. */
function describeList(system: System, path: string): string {
  const ready = listQuickCharacters(system).flatMap(({ set }) => readNames(set[path]));
  const examples = [...new Set(ready)].slice(0, mostExamples);
  const such = examples.length === 0 ? '' : `; for example ${examples.join(', ')}`;
  return `names in your own words, with commas between${such}`;
}

function readNames(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value
    .map((one: unknown) => (typeof one === 'string' ? one : Object(one)['name']))
    .filter((name) => typeof name === 'string');
}

const counted: Readonly<Record<string, string>> = {
  RES_TRACK: 'a number of boxes',
  RES_CLOCK: 'a number of segments',
};

/** The options or bounds without the names of the tools, which only a model uses. */
function describeValue({ path, prefab, manner }: Settable): string {
  const [value = ''] = manner.slice(manner.indexOf(': ') + 2).split(';', 1);
  return counted[prefab] ?? value.replace(`..${path}.max`, ' to its maximum').replace('..', ' to ');
}
