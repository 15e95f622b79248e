// Tests which of the items in mind a compiling model is shown if there is no room for all of them.
import { expect, it } from 'vitest';
import type { EventId } from '../events/event.ts';
import { exampleVoices, type Voices } from '../tags/voices.ts';
import type { ItemId, WorkingItem } from '../working-memory/item.ts';
import type { CompiledEvent } from './compiled-event-store.ts';
import type { DraftFact } from './draft.ts';
import { renderBatch } from './render-batch.ts';

function hold(id: number, content: string, subject?: string): WorkingItem {
  const kind = subject === undefined ? 'pin' : 'fact';
  const told = { eventId: 1 as EventId, createdAtMs: 0, createdTurn: 1, refreshedAtMs: 0, refreshedTurn: 1 };
  const state = { status: 'active', dueAtMs: undefined, dueWords: undefined, isKept: false } as const;
  return { id: id as ItemId, kind, content, subject, normalForm: content.toLowerCase(), ...told, ...state };
}

function render(
  said: string,
  tokens: number,
  { facts = [], voices = exampleVoices }: { readonly facts?: DraftFact[]; readonly voices?: Voices } = {},
): string {
  const items = [
    hold(1, 'Leeds', 'user/:home'),
    hold(2, 'a parrot called Pip', 'user/:pet'),
    ...Array.from({ length: 40 }, (_, at) => hold(at + 3, `A note about kiln number ${at} and its glazes`)),
  ];
  const event: CompiledEvent = {
    id: 2 as EventId,
    side: 'user',
    voice: 'user',
    atMs: 0,
    isUndated: false,
    shown: said,
    held: [],
    imagePath: undefined,
  };
  const draft = {
    fragments: new Map(),
    edges: new Map(),
    items: new Map(items.map((item) => [item.id, item])),
    facts,
    flags: [],
    formerKeys: new Set<string>(),
    approved: new Set<string>(),
    renamed: new Map<string, string>(),
    merged: new Map<string, string>(),
    ambient: undefined,
  };
  const batch = {
    kind: 'light',
    events: [event],
    fragmentKeys: [],
    draft,
    request: undefined,
    nowMs: 0,
    fold: () => ({ draft, accepted: [], refused: [] }),
    readEvents: () => [],
    readAllEvents: () => [],
  } as const;
  const people = { voices, timeZone: 'UTC' };
  const count = (text: string) => text.length / 4;
  const shown = renderBatch(batch, { tokens, batch: 1_000, reply: 1_000, count, people });
  return /<held-in-mind[\s\S]*<\/held-in-mind>/u.exec(shown)?.[0] ?? '';
}

it('MT16: facts and items that are related to the events get room before newer ones', () => {
  const moved = render('We moved house at last, the flat is tiny.', 500);
  expect(moved.indexOf('fact="home: Leeds"')).toBeGreaterThan(0);
  expect(moved).not.toContain('Pip');
  expect(moved).toContain('kiln number 39');
  expect(moved).not.toContain('kiln number 1 ');
  expect(render('Pip flew away, my poor parrot.', 500)).toContain('a parrot called Pip');
  const other = render('It rains.', 500);
  expect(other).not.toContain('Leeds');
  expect(other).toContain('kiln number 39');
  expect(render('It rains.', 40_000)).toContain('Leeds');
});

it('MT16: facts that an earlier part of the run noted are among the items', () => {
  const fact = { owner: '', relation: 'home', value: 'Otley', quote: 'the move to Otley is done' };
  const noted = {
    subject: 'user/:home',
    normalForm: 'otley',
    eventId: 1 as EventId,
    fact,
    says: 'home: Otley',
  };
  expect(render('It rains.', 500, { facts: [noted] })).toContain(
    '<item kind="fact" fact="home: Otley" event="1">the move to Otley is done</item>',
  );
});

it('MT29: where several people speak with the companion, a fact says of which of them it is', () => {
  const user = [
    { id: 'user', name: 'Mei' },
    { id: 'jonas', name: 'Jonas' },
  ] as const;
  expect(render('It rains.', 40_000, { voices: { ...exampleVoices, user } })).toContain(
    'fact="Mei\'s home: Leeds"',
  );
});
