// Describes what can be seen of the state that somebody is in, such as down or poisoned.

import type { Entity } from '@terrarium/rpg/entity';
import { hideUnseen } from '@terrarium/rpg/hide-unseen';
import { listConditionFields } from '@terrarium/rpg/is-condition-list';
import { readListed } from '@terrarium/rpg/read-listed';
import { readValue } from '@terrarium/rpg/read-value';
import type { System } from '@terrarium/rpg/system';

/** The path under which `hideUnseen` puts states that thresholds tell of. */
const ownPath = 'conditions';

function listSeenStates(person: Entity, system: System): readonly string[] {
  const { entity } = hideUnseen(person, system);
  const paths = new Set([...listConditionFields(system, person.type).map(({ path }) => path), ownPath]);
  const listed = [...paths].flatMap((path) => {
    const value = readValue(entity.sheet, path);
    return Array.isArray(value) ? value.map(readListed) : [];
  });
  return [...new Set(listed.filter((name) => name !== '').map((name) => name.toLowerCase()))];
}

/** Says in a few words what can be seen of somebody who is gone or in some state; empty if there is nothing. */
export function describeState(person: Entity, system: System): string {
  const states = listSeenStates(person, system);
  return [...states, ...(person.sheet['is_gone'] === true ? [nameGone(states)] : [])].join(', ');
}

/** Somebody who was beaten and takes no more part in the story did not walk away, so they are not called gone. */
function nameGone(states: readonly string[]): string {
  return states.length === 0 ? 'gone' : 'has left the story';
}
