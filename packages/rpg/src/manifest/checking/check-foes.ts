// Checks foes: each has an id of its own, and sets only values that the sheet of its type can have.

import type { Field } from '../../system/system.ts';
import { isObject, type Json } from '../../values/json.ts';
import type { HintsCheck } from './check-effect.ts';
import { checkTwins, listObjects } from './check-mechanics.ts';
import { checkSetting } from './check-setting.ts';

export function checkFoes({ json, sheets, problems }: HintsCheck): void {
  checkTwins(['foes'], json['foes'], problems);
  for (const [index, { type, set }] of listObjects(json['foes'])) {
    const about = sheets.get(type === 'npc' ? 'npc' : 'creature');
    const values = new Map<Field, Json>();
    if (about === undefined) continue;
    for (const [path, value] of isObject(set) ? Object.entries(set) : []) {
      const at = ['foes', index, 'set', path];
      checkSetting({ path, value, values, at }, { ...about, problems });
    }
  }
}
