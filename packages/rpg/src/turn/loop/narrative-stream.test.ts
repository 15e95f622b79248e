// Tests the narrative stream: what is shown is what is stored, in whatever pieces it came.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAfterPart } from '../after/parse-after.ts';
import { buildNarrativeStream } from './narrative-stream.ts';

function openStream() {
  const told: string[] = [];
  return { told, stream: buildNarrativeStream((text) => told.push(text)) };
}

describe('the narrative stream', () => {
  it('TU14: tells the same in whatever pieces a reply comes, and nothing of the block behind it', () => {
    const text = fc
      .tuple(
        fc.lorem({ maxCount: 60 }),
        fc.constantFrom('', '\n\n<after>\nsummary: x\n- y\n</after>', '\n[after] z'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 40 })), fc.constantFrom(0, 120), (whole, sizes, held) => {
        const { told, stream } = openStream();
        stream.open(held);
        let at = 0;
        for (const size of sizes) {
          stream.append(whole.slice(at, at + size));
          at += size;
        }
        stream.append(whole.slice(at));
        stream.close(whole, false);
        expect(told.join('')).toBe(splitAfterPart(whole).narrative.trimStart());
        expect(stream.told).toBe(told.join(''));
      }),
    );
  });

  it('TU14: takes back what turned out to be thinking, and tells again what came before it', () => {
    const { stream } = openStream();
    stream.open(0);
    stream.append('The door gives way. ');
    stream.close('The door gives way. ', true);
    stream.open(0);
    stream.append('What would the brannock do? It is asleep. Nobody has woken it.');
    expect(stream.revert()).toBe('The door gives way.');
    stream.append('It stirs.');
    stream.close('It stirs.', false);
    expect(stream.told).toBe('The door gives way.\n\nIt stirs.');
    stream.open(240);
    expect(stream.revert()).toBeUndefined();
  });

  it('TU15: keeps a short text back until it is sure that no calls follow', () => {
    const { told, stream } = openStream();
    stream.open(240);
    stream.append('I shall roll for that.');
    expect(told).toEqual([]);
    expect(stream.close('I shall roll for that.', true)).toEqual({
      held: 'I shall roll for that.',
      hasAfterPart: false,
    });
    stream.open(120);
    stream.append('The door gives way.');
    stream.close('The door gives way.', false);
    expect(told).toEqual(['The door gives way.']);
  });

  it('TU15: tells a longer text at once, and what the next reply adds as a paragraph of its own', () => {
    const { told, stream } = openStream();
    const first = `You lean on the door. ${'It groans. '.repeat(30)}`.trim();
    stream.open(240);
    stream.append(first);
    expect(told.join('')).toBe(first);
    expect(stream.close(first, true).held).toBe('');
    stream.open(120);
    stream.close('It gives way.\n\n<after>\nsummary: open\n</after>', false);
    expect(stream.told).toBe(`${first}\n\nIt gives way.`);
  });

  it('TU14: forgets what was told when it is restarted, and what a broken reply had brought when it is asked again', () => {
    const { told, stream } = openStream();
    stream.open(240);
    stream.append('half of a');
    stream.open(240);
    stream.close('A whole one.', false);
    expect(told).toEqual(['A whole one.']);
    stream.reset();
    expect(stream.told).toBe('');
    stream.write('Another.');
    expect(told.at(-1)).toBe('Another.');
  });
});
