// Tests linking people who are called by a title alone: when the title means somebody whose name contains that title.

import { describe, expect, it } from 'vitest';
import { collectCandidates } from './collect-candidates.ts';
import { linkCalled } from './link-called.ts';
import { linkPeople } from './link-people.ts';
import type { KnownEntry } from './parse-scene-window.ts';
import { collectPeople } from './person.ts';

function entry(id: number, term: string, ...aliases: readonly string[]): KnownEntry {
  return { id, term, aliases, tags: ['character'], definition: '' };
}

function link(text: string, known: readonly KnownEntry[] = []): (key: string) => string {
  const shown = text.split(/(?<=[.!?]) /).map((sentence, index) => ({
    postId: 1,
    label: String(index + 1),
    text: sentence,
    isParagraphStart: index === 0,
  }));
  const scene = collectCandidates(
    shown,
    known.flatMap(({ term, aliases }) => [term, ...aliases]),
  );
  const links = linkCalled(scene, known, linkPeople(collectPeople(scene, known, new Set()), []));
  return (key) => links.get(key) ?? key;
}

const called =
  'Then the cardinal laughed. The cardinal sat down. They asked the cardinal. Here the cardinal slept.';
const named = 'In came Cardinal Orm.';

describe('somebody called only by an office', () => {
  it('BR21: is the only one named with it nearby', () => {
    const one = link(`${named} ${called}`);
    expect(one('cardinal')).toBe(one('cardinal orm'));
    const widow = link(`Then Widow Brill came. ${called.replaceAll('cardinal', 'widow')}`);
    expect(widow('widow')).toBe(widow('widow brill'));
  });

  it('BR21: takes a new name, and is the entry of a known one', () => {
    expect(link(`${named} Then the cardinal laughed.`, [entry(7, 'the cardinal')])('cardinal orm')).toBe(
      '#7',
    );
    expect(link(`${named} ${called}`, [entry(8, 'Orm', 'Cardinal Orm')])('cardinal')).toBe('#8');
    const both = [entry(7, 'the cardinal'), entry(8, 'Orm', 'Cardinal Orm')];
    expect(link(`${named} Then the cardinal laughed.`, both)('cardinal orm')).toBe('#8');
  });

  it.each([
    ['another is named', `${named} Behind him stood Cardinal Vane. ${called}`, []],
    ['another is known', `${named} ${called}`, [entry(9, 'Cardinal Vane')]],
    ['another is told of', `${named} ${called} He had been a cardinal for long.`, []],
    ['the name stands far away', `${named} ${'It rained. '.repeat(9)}${called}`, []],
  ])('BR21: is left apart where %s', (_, text, known) => {
    const one = link(text, known);
    expect(one('cardinal')).not.toBe(one('cardinal orm'));
  });

  it('BR21: is left apart as a ruler', () => {
    const one = link(`In came King Orm. ${called.replaceAll('cardinal', 'king')}`);
    expect(one('king')).not.toBe(one('king orm'));
  });

  it('BR21: is meant by a form of address that only the holder has', () => {
    const text = `They told his Eminence, and Monsieur Cardinal was glad.`;
    const one = link(`${called} ${text}`);
    expect([one('eminence'), one('monsieur cardinal')]).toEqual([one('cardinal'), one('cardinal')]);
    expect(link(text, [entry(7, 'the cardinal')])('eminence')).toBe('#7');
    expect(link(text)('eminence')).toBe('eminence');
  });
});
