// Audits what a telling lists: things under a heading, things that the character has, and values of fields and clocks.

import type { NarrativeFlag } from './audit-flag.ts';
import { isHeld } from './held-things.ts';
import { type Numbers, readNumbers } from './list-labels.ts';
import { toSingular } from './read-clauses.ts';
import { type PanelEntry, type PanelItem, readPanels } from './structure/read-panels.ts';
import type { Told } from './told.ts';
import { type Person, splitWords, type TurnFacts } from './turn-facts.ts';

const having =
  /^(?:(?:you )?(?:now )?(?:gain|gained|gains|added|add|acquired|received|new|found|loot|carry|carrying|carried|carries|items?|inventory|gear|equipment|pack|taken|took|obtained)(?: now| items?)?)$/;
/** A count or a remark beside the name of a thing, such as `×4`, `4x` or `(worn)`: it is not part of the name. */
const appended = /[×x*] ?\d{1,4}|\(\D{0,40}\)|\d{1,4} ?[×x]|\+\d{1,4}/giu;
const nothing = /^(?:none|nothing|no|n\/a|—|-|as before|unchanged|same|yes|\d.*)$/i;

export function auditPanels(told: Told): readonly NarrativeFlag[] {
  const entries = readPanels(told.narrative);
  const isOwnRow = new Set(
    entries
      .filter(({ label, items }) => label === '' && items.some((item) => isOwn(told.facts, item)))
      .map(({ row }) => row),
  );
  return entries.flatMap((entry) => {
    const isList = having.test(entry.label) || (entry.label === '' && isOwnRow.has(entry.row));
    if (isList) return checkThings(told, entry);
    return entry.label === '' ? [] : checkNumbers(told, entry);
  });
}

const step = /^(\d+)\s*(?:→|->|⇒)\s*(\d+)/u;
const share = /^(\d+)\s*(?:\/|of|out of)\s*\d+/;

/**
 * Flags a number for a field of the character or for a clock, as in "Stress: 3/9" or "Money: 100 → 80", if the record
 * has another.
 */
function checkNumbers({ facts }: Told, { label, items }: PanelEntry): readonly NarrativeFlag[] {
  const item = items[0];
  const { player } = facts;
  if (item === undefined || player === undefined) return [];
  const [, from, to] = step.exec(item.text) ?? [];
  const [, now] = share.exec(item.text) ?? [];
  const last = to ?? now;
  if (last === undefined) return [];
  const known = findHeld(facts, player, label);
  const isTrue =
    known === undefined ||
    (known.rest.has(Number(last)) && (from === undefined || known.values.has(Number(from))));
  const says = `“${item.text}”: the record has another number for ${label}.`;
  return isTrue ? [] : [{ quote: item.text, start: item.start, says, kind: 'number' }];
}

function findHeld(
  facts: TurnFacts,
  player: Person,
  label: string,
): Pick<Numbers, 'values' | 'rest'> | undefined {
  const words = splitWords(label);
  const fields = player.fields.filter(({ path, definition, kind }) => {
    if (kind.id === 'VAL_LADDER') return false;
    const names = [
      splitWords(definition.label.split(/[,:(]/)[0] ?? ''),
      splitWords(path.slice(path.lastIndexOf('.') + 1).replaceAll('_', ' ')),
    ];
    return names.some((name) => name.join(' ') === words.join(' '));
  });
  if (fields.length > 0) return readNumbers(player, new Set(fields.map(({ path }) => path)));
  const clock = facts.clocks.find(({ name }) => splitWords(name).join(' ') === words.join(' '));
  return clock && { values: new Set(clock.steps), rest: new Set(clock.steps.slice(-1)) };
}

function checkThings({ facts }: Told, { items, label }: PanelEntry): readonly NarrativeFlag[] {
  // In a list item without a heading, what follows a comma says more about the same thing.
  const things = label === '' ? items.slice(0, 1) : items;
  return things
    .filter((item) => isThing(item) && !isCarried(facts, item) && !isNameOf(facts, item))
    .map(({ text, start }) => ({
      quote: text,
      start,
      says: 'Nothing in this turn gave it to the character.',
      kind: 'item' as const,
    }));
}

function isThing({ text }: PanelItem): boolean {
  const bare = text.replace(appended, ' ').trim();
  const words = splitWords(bare);
  const isPlain = words.every(
    (word) => !/^(?:is|are|was|were|you|your|has|have|from|to|at|by|for|with|passes|pass)$/.test(word),
  );
  return !nothing.test(bare) && words.length > 0 && words.length <= 6 && isPlain && !/\d/.test(bare);
}

/** Whether an item names in full something that the character has or had: then its list is a list of possessions. */
function isOwn({ held, kept }: TurnFacts, { text }: PanelItem): boolean {
  const words = splitWords(text);
  return [...held, ...kept].some((name) => splitWords(name).every((word) => words.includes(word)));
}

function isNameOf({ people, places }: TurnFacts, { text }: PanelItem): boolean {
  const words = splitWords(text);
  const names = [...people.map(({ name }) => name), ...places.map(({ name }) => name)];
  return names.some((name) => splitWords(name).some((word) => words.includes(word)));
}

function isCarried(facts: TurnFacts, { text }: PanelItem): boolean {
  const bare = text.replace(appended, ' ');
  const head = splitWords(bare.split(/ of | from | on | in /i)[0] ?? '').at(-1) ?? '';
  const isCounted = splitWords(bare).some((word) => facts.counted.has(toSingular(word)));
  return head === '' || isCounted || isHeld(facts, head);
}
