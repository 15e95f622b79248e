// Proves that relations between entries of one reply are accepted, in whatever order its calls come.

import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { describe, expect, it } from 'vitest';
import { listRelations } from '../../src/glossary/list-relations.ts';
import { runStates } from '../../src/runner/run-states.ts';
import type { SmallPost } from '../support/small-world.ts';
import { useSmallWorlds } from '../support/use-small-worlds.ts';

const openWorld = useSmallWorlds();

const story = [{ body: 'Arla, the mother of Boren, ruled Vell. Cadoc served Arla. Boren loved the guard.' }];
const evidence = (quote: string) => [{ post_id: 1, quote }];

interface Draft {
  readonly term: string;
  readonly relations?: readonly unknown[];
  readonly tag?: string;
}

function buildCreation({ term, relations, tag = 'character' }: Draft) {
  const definition = `${term}, of whom we read.`;
  return {
    name: 'glossary_create',
    arguments: { term, definition, tags: [tag], evidence: evidence(term), ...(relations && { relations }) },
  };
}

async function read(steps: readonly ScriptStep[], posts: readonly SmallPost[] = story, asksForMore = false) {
  const model = buildScriptedModel(steps);
  const { run, connection } = openWorld(posts).open(model, { settings: { asksForMore } });
  expect(await runStates(run)).toEqual({ kind: 'finished' });
  model.assertDone();
  const { glossary, context } = run.stores;
  const name = (id: Parameters<typeof glossary.find>[0]) => glossary.find(id)?.term;
  const relations = [...listRelations(glossary)].flatMap(([id, shown]) =>
    shown.map(({ wording, to }) => `${name(id)} ${wording} ${name(to)}`),
  );
  const told = context
    .readLog(run.session.conversation.id)
    .flatMap(({ message }) => (message.role === 'tool' ? [message.content] : []));
  connection.close();
  return { relations, told, requests: model.requests };
}

const nothing: ScriptStep = { text: 'Nothing new.' };
const drafts = [
  { term: 'Cadoc', relations: [{ kind: 'serves', to: 'Arla', evidence: evidence('Cadoc served Arla.') }] },
  {
    term: 'Arla',
    relations: [{ kind: 'mother of', to: 'Boren', evidence: evidence('Arla, the mother of Boren') }],
  },
  { term: 'Boren' },
];

describe('relations between entries of one reply', () => {
  it('RL10: are recorded once both entries exist, whichever comes first', async () => {
    for (const order of [drafts, drafts.toReversed()]) {
      const { relations } = await read([{ calls: order.map(buildCreation) }]);
      expect(relations.toSorted()).toEqual([
        'Arla parent of Boren',
        'Arla served by Cadoc',
        'Boren child of Arla',
        'Cadoc serves Arla',
      ]);
    }
  });

  it('RL10: are recorded from tagged updates too, and each is reported where it is recorded', async () => {
    const items = drafts.map((draft) => ({ action: 'create', ...buildCreation(draft).arguments }));
    const text = `<codex_updates>${JSON.stringify(items)}</codex_updates>`;
    expect((await read([{ text }])).relations).toHaveLength(4);
    const { told } = await read([{ calls: drafts.map(buildCreation) }]);
    expect(told[0]).toContain('The relation to "Arla" is taken up once your call for it is carried out.');
    expect(told.join('\n')).not.toMatch(/The relation to .*The relation to/u);
    expect(told[1]).toContain('<relations>Taken now: "Cadoc" serves "Arla".</relations>');
  });

  it('RL10: are taken once a later call gives the other entry the name that their quote has, and only then', async () => {
    const kin = { kind: 'kin of', to: 'Emily', evidence: evidence('Boren’s niece, Em’ly, is alive.') };
    const calls = [
      buildCreation({ term: 'Emily' }),
      buildCreation({ term: 'Boren', relations: [kin] }),
      { name: 'glossary_update', arguments: { entry_id: 'Emily', aliases: ['Em’ly'] } },
    ];
    const body = 'Emily came to Boren. Boren’s niece, Em’ly, is alive.';
    const { relations, told } = await read([{ calls }], [{ body }]);
    expect(told[1]).toContain('The relation to "Emily" is taken up once your call for it is carried out.');
    expect(told[2]).toContain('Taken now: "Boren" kin of "Emily".');
    expect(relations.toSorted()).toEqual(['Boren kin of Emily', 'Emily kin of Boren']);
    const without = await read([{ calls: calls.slice(0, 2) }], [{ body }]);
    expect(without.relations).toEqual([]);
  });

  it('RL10, GL9: are refused if the entry is not created, and nothing is taken from a call that was refused', async () => {
    const guard = { kind: 'serves', to: 'guard', evidence: evidence('Boren loved the guard.') };
    const held = [{ term: 'Boren', relations: [guard] }, { term: 'guard' }].map(buildCreation);
    const { relations, told } = await read([{ calls: held }]);
    expect(relations).toEqual([]);
    expect(told[1]).toContain('Relation not taken: There is no entry "guard".');
    // A word to which two other definitions link needs no second proposal.
    const linking = ['Arla', 'Cadoc'].map((term) => {
      const { name, arguments: said } = buildCreation({ term });
      return { name, arguments: { ...said, definition: `${term} knew [[the guard]].` } };
    });
    const linked = await read([{ calls: [...linking, ...held] }]);
    expect(linked.told[3]).toContain('glossary_created');
    const once = await read([{ calls: [...linking.slice(0, 1), ...held] }]);
    expect(once.told[2]).toContain('glossary_held');
    // A word on hold may become an entry in a later reply to this scene, or to another one.
    const again = [buildCreation({ term: 'guard' })];
    const taken = ['Boren serves guard', 'guard served by Boren'];
    const soon = await read([{ calls: held }, { calls: again }], story, true);
    expect(soon.relations.toSorted()).toEqual(taken);
    expect(soon.told[2]).toContain('Taken now: "Boren" serves "guard".');
    const posts = [
      { body: story[0]?.body ?? '', thread: 'one' },
      { body: 'The guard slept.', thread: 'two' },
    ];
    const late = await read([{ calls: held }, { calls: again }], posts);
    expect(late.relations.toSorted()).toEqual(taken);
    const served = { kind: 'serves', to: 'Arla', evidence: evidence('Cadoc served Arla.') };
    const refused = { name: 'glossary_update', arguments: { entry_id: 1, term: '—', relations: [served] } };
    const calls = [buildCreation({ term: 'Cadoc' }), refused, buildCreation({ term: 'Arla' })];
    const other = await read([{ calls }, nothing]);
    expect(other.relations).toEqual([]);
    expect(other.told[2]).not.toContain('<relations>');
  });
});

describe('relations to an entry whose call was refused', () => {
  it('RL10: are reported as waiting, and are recorded once the call is corrected in a later reply', async () => {
    const serves = { kind: 'serves', to: 'Arla', evidence: evidence('Cadoc served Arla.') };
    const { name, arguments: said } = buildCreation({ term: 'Arla' });
    const refused = { name, arguments: { ...said, definition: 'Arla, whom Xarvothia loved.' } };
    const cadoc = buildCreation({ term: 'Cadoc', relations: [serves] });
    const { relations, told } = await read([
      { calls: [refused, cadoc] },
      { calls: [buildCreation({ term: 'Arla' })] },
    ]);
    expect(told[1]).toContain(
      'There is no entry "Arla". Once your call for it is mended and carried out, the relation is taken up.',
    );
    expect(told[2]).toContain('Taken now: "Cadoc" serves "Arla".');
    expect(relations.toSorted()).toEqual(['Arla served by Cadoc', 'Cadoc serves Arla']);
  });

  it('RL10: nothing is recorded later from a call that was refused because its own entry did not exist', async () => {
    const serves = { kind: 'serves', to: 'Arla', evidence: evidence('Cadoc served Arla.') };
    const refused = { name: 'glossary_update', arguments: { entry_id: 'Cadoc', relations: [serves] } };
    const { relations, told } = await read([
      { calls: [refused] },
      { calls: ['Cadoc', 'Arla'].map((term) => buildCreation({ term })) },
    ]);
    expect(told[0]).toContain('There is no entry "Cadoc".');
    expect(relations).toEqual([]);
  });
});

describe('a relation that somebody corrects later', () => {
  it('RL2: holds from where its words were read, and from where it is written if these name only one of the two', async () => {
    const body = 'Arla came home with Boren. Her son was Boren. Arla, the mother of Boren, slept.';
    const posts = [
      { thread: 'One', body },
      { thread: 'Two', body: 'Rain fell.' },
    ];
    const calls = ['Arla', 'Boren'].map((term) => buildCreation({ term }));
    const model = buildScriptedModel([{ calls }, { text: 'Nothing new.' }]);
    const { run, connection } = openWorld(posts).open(model, {
      settings: { asksForMore: false, curates: false },
    });
    await runStates(run);
    const { glossary, ledger } = run.stores;
    const last = [...ledger.iterateScenes()].at(-1);
    const [arla, boren] = [...glossary.iterateEntries()];
    if (last === undefined || arla === undefined || boren === undefined) throw new Error('Nothing was read.');
    const relate = (kind: 'kin of' | 'parent of', quote: string) => {
      const start = body.indexOf(quote);
      const place = { corpus: last.corpus, postId: arla.firstSeen.postId };
      const piece = { ...place, quote, start, end: start + quote.length, isSnapped: false };
      const source = {
        author: 'human',
        position: { corpus: last.corpus, threadId: last.threadId, postId: last.lastPostId },
        stepId: undefined,
        model: undefined,
        promptVersion: undefined,
        reason: undefined,
      } as const;
      const relation = { kind, to: boren.id, evidence: piece };
      const relations = [...(glossary.find(arla.id)?.relations ?? []), relation];
      const newest = glossary.readNewestRevision();
      glossary.update(arla.id, { relations }, source);
      const written = glossary.readRevisions(arla.id).filter(({ id }) => id > newest);
      return written.map(({ holdsFrom }) => holdsFrom?.postId);
    };
    expect(relate('kin of', 'Her son was Boren.')).toEqual([undefined]);
    expect(relate('parent of', 'Arla, the mother of Boren, slept.')).toEqual([1, undefined]);
    connection.close();
  });
});
