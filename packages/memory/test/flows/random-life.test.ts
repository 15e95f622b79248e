// Tests a long random life of a memory: messages, modifiers, items that fade and come back; after it nothing is lost.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decayProfileSchema } from '../../src/decay/profile.ts';
import { markDecayed, revive } from '../../src/working-memory/revive.ts';
import { checkMemory } from '../support/check-memory.ts';
import { anyTag } from '../support/random-talk.ts';
import { openSpokenMemory, type SpokenMemory } from '../support/spoken-memory.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const lives = isProof ? 100 : 10;
const messagesInLife = 100;
const profile = decayProfileSchema.parse({});
const hourMs = 3_600_000;

type Deed =
  | { readonly kind: 'say'; readonly text: string; readonly isHeard: boolean; readonly hoursAgo: number }
  | { readonly kind: 'sweep'; readonly hours: number }
  | { readonly kind: 'revive'; readonly id: number };

const anyWord = fc.constantFrom(
  'bread',
  'key',
  'coat',
  'Anna',
  'river',
  'tomorrow',
  'at 5pm',
  'in two weeks',
  'coat:',
  '!',
);
const anyModifier = fc.constantFrom(
  '',
  '',
  '',
  'done ',
  'finished: ',
  'cancel ',
  'drop ',
  'clear ',
  'keep ',
  'skip ',
);
const anyWords = fc.oneof(
  { weight: 6, arbitrary: fc.array(anyWord, { maxLength: 4 }).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const anySpan = fc
  .tuple(anyTag, anyModifier, anyWords)
  .map(([tag, modifier, words]) => `<${tag}>${modifier}${words}</${tag}>`);
const anyText = fc.array(fc.oneof({ weight: 4, arbitrary: anySpan }, { weight: 1, arbitrary: anyWords }), {
  maxLength: 5,
});

const anySaying: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('say' as const),
  text: anyText.map((parts) => parts.join('')),
  isHeard: fc.boolean(),
  hoursAgo: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(500) }),
});
const anyOther: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.constant('sweep' as const), hours: fc.nat(200) }),
  fc.record({ kind: fc.constant('revive' as const), id: fc.integer({ min: 1, max: 150 }) }),
);
const anyLife = fc
  .array(fc.tuple(anySaying, fc.option(anyOther, { freq: 3 })), {
    minLength: messagesInLife,
    maxLength: messagesInLife,
    size: 'max',
  })
  .map((pairs) => pairs.flatMap(([saying, other]) => (other === null ? [saying] : [saying, other])));

function live(memory: SpokenMemory, deed: Deed): void {
  const moment = { nowMs: memory.clock.now(), turn: memory.events.countTurns() };
  switch (deed.kind) {
    case 'say': {
      const atMs = deed.hoursAgo === 0 ? undefined : moment.nowMs - deed.hoursAgo * hourMs;
      memory[deed.isHeard ? 'hear' : 'speak'](deed.text, { atMs });
      return;
    }
    case 'sweep':
      memory.clock.advance(deed.hours * hourMs);
      markDecayed(memory.connection, { ...moment, nowMs: memory.clock.now() }, profile);
      return;
    case 'revive':
      revive(memory.connection, deed.id as never, moment);
  }
}

it(`WM1: ${lives * messagesInLife} messages in ${lives} lives are all there, and every change of what they left was noted`, {
  timeout: 600_000,
}, () => {
  const property = fc.property(anyLife, (deeds) => {
    const memory = openSpokenMemory();
    for (const deed of deeds) live(memory, deed);
    const texts = memory.events.readArrived({ afterId: 0, limit: 10_000 }).map((event) => event.text);
    expect(texts).toEqual(deeds.flatMap((deed) => (deed.kind === 'say' ? [deed.text] : [])));
    checkMemory(memory.connection);
    const heard = deeds.filter((deed) => deed.kind === 'say' && deed.isHeard).length;
    expect(memory.events.countTurns()).toBeLessThanOrEqual(heard);
    memory.connection.close();
  });
  fc.assert(property, { numRuns: lives, endOnFailure: true });
});
