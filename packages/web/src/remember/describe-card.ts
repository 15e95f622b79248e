// Describes in words for a person what was taken from a character card, and what was left out.

import type { ImportedCard } from '../client/send-talk.ts';
import { countOf } from '../parts/count-of.ts';

/**
 * Says each thing that the person should know in a sentence, and none twice: a card may give the same warning often.
 */
export function describeCard(card: ImportedCard): readonly string[] {
  return [...new Set([...describeTaken(card), ...describeLeftOut(card)])];
}

function describeTaken({ status, of, name, formerName, formerVoice, lore }: ImportedCard): readonly string[] {
  const isThere = status === 'known';
  const entries = lore.added + lore.known + lore.constants;
  return [
    of === undefined
      ? `${name} is the companion ${isThere ? 'already' : 'now'}.`
      : `${name} is one of the companions ${isThere ? 'already' : 'now'}, with a memory of its own.`,
    formerName === undefined || formerVoice === undefined
      ? ''
      : `What ${formerName} said stays, as said by ${formerName}. So do the plans, notes and facts in mind: look whether they are true of ${name}.`,
    entries === 0 ? '' : `With ${countOf(entries, 'entry', 'entries')} of lore.`,
  ].filter((said) => said !== '');
}

function describeLeftOut({
  status,
  name,
  greeting,
  lore,
  leftOut,
  warnings,
}: ImportedCard): readonly string[] {
  const { disabled, crowded, shortened } = lore.leftOut;
  return [
    status !== 'known' && greeting === undefined
      ? `${name} says no first words, since there is a talk already or the card has none.`
      : '',
    nameLeft(leftOut.greetings, 'other greeting', 'other greetings', 'left out'),
    nameLeft(disabled, 'entry of lore', 'entries of lore', 'left out: switched off in the card'),
    nameLeft(crowded, 'entry of lore', 'entries of lore', 'left out: more than a memory can hold'),
    nameLeft(shortened, 'entry of lore', 'entries of lore', 'shortened'),
    nameLeft(
      lore.kept.length,
      'entry of lore',
      'entries of lore',
      'left out: the memory has other words for it',
    ),
    nameLeft(leftOut.lorePatterns, 'entry of lore', 'entries of lore', 'found only by its exact name'),
    leftOut.instructions === '' ? '' : 'Left out: what the card tells a model to do. It is shown below.',
    ...warnings,
  ].filter((said) => said !== '');
}

function nameLeft(count: number, one: string, many: string, what: string): string {
  if (count === 0) return '';
  return `${countOf(count, one, many)} ${count === 1 ? 'was' : 'were'} ${what}.`;
}
