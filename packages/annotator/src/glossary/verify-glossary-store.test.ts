// Tests that the verification finds every planted corruption, and none in an undamaged glossary.

import { describe, expect, it } from 'vitest';
import { openStory, type StoryFixture } from '../../test/story-fixture.ts';
import type { PostId } from '../corpus/corpus.ts';
import { verifyGlossary, verifyGlossaryRows } from './verify-glossary-store.ts';

const story = [['Soma came to Ilm.', 'Ilm slept, and Soma ate a skarn. A skarn!'], ['Soma left Ilm.']];

function openSound(): StoryFixture {
  const world = openStory(story);
  const context = world.read(1, 2);
  const soma = world.create(context, { term: 'Soma', tags: ['character'] });
  world.create(context, { term: 'Ilm' });
  const gone = world.create(context, { term: 'slept' });
  world.glossary.addHeld('skarn');
  world.glossary.delete(gone.id, context.source);
  world.glossary.update(soma.id, { definition: 'Soma comes and goes.' }, world.read(3).source);
  return world;
}

function listCodes(world: StoryFixture, readBody = world.readBody): readonly string[] {
  return [...new Set(verifyGlossary(world.connection, readBody).map(({ code }) => code))];
}

const corruptions: readonly (readonly [code: string, sql: string])[] = [
  ['revision.unguarded', 'DROP TRIGGER revision_is_never_deleted'],
  ['revision.unguarded', 'DROP TRIGGER change_is_never_updated'],
  ['row.orphan', "INSERT INTO evidence VALUES (99, 0, 'main', 1, 0, 4, 'Soma', 0)"],
  ['row.orphan', 'INSERT INTO mention VALUES (1, 99, 1)'],
  ['term.not-folded', "UPDATE entry SET term_normal = 'other' WHERE id = 1"],
  ['evidence.none', 'DELETE FROM evidence WHERE entry_id = 1'],
  ['evidence.moved', 'UPDATE evidence SET start_at = start_at + 1 WHERE entry_id = 1'],
  ['evidence.moved', "UPDATE evidence SET quote = 'Soma went to Ilm.' WHERE entry_id = 1"],
  ['evidence.nameless', "UPDATE evidence SET start_at = 5, end_at = 9, quote = 'came' WHERE entry_id = 1"],
  ['revision.differs', "UPDATE entry SET definition = 'Made up.' WHERE id = 1"],
  ['revision.differs', 'UPDATE entry SET aliases = \'["Ilm"]\' WHERE id = 1'],
  ['revision.differs', 'DELETE FROM entry WHERE id = 2'],
  ['revision.differs', "INSERT INTO revision VALUES (99, 1, 1, 'status', '\"confirmed\"')"],
  ['revision.none', 'DROP TRIGGER revision_is_never_deleted; DELETE FROM revision WHERE entry_id = 1'],
  ['entry.unreadable', "INSERT INTO revision VALUES (99, 1, 1, 'status', '\"odd\"')"],
  ['entry.unreadable', "UPDATE entry SET tags = '{' WHERE id = 1"],
  ['mention.differs', 'UPDATE mention SET mentions = 7 WHERE entry_id = 1 AND part_id = 1'],
  ['mention.differs', 'DELETE FROM mention WHERE entry_id = 2'],
  ['mention.damaged', 'UPDATE mention SET mentions = mentions + 1 WHERE entry_id = 1 AND part_id = 1'],
  ['mention.damaged', 'UPDATE mention SET part_id = 9 WHERE entry_id = 2 AND part_id = 1'],
  ['mention.damaged', 'UPDATE mention_sum SET mixed = mixed - 1 WHERE entry_id = 1'],
  ['mention.damaged', 'DELETE FROM mention_sum WHERE entry_id = 1'],
  ['first-seen.differs', 'UPDATE entry SET first_post = 3 WHERE id = 1'],
  ['candidate.differs', 'UPDATE candidate SET mentions = 1'],
  ['search.differs', 'DELETE FROM entry_words WHERE rowid = 1'],
  ['search.differs', "UPDATE entry_trigrams SET names_and_definition = 'other' WHERE rowid = 2"],
  ['search.differs', "INSERT INTO read_words (rowid, words) VALUES (2, 'planted')"],
];

describe('verifyGlossary', () => {
  it('GL16: finds nothing wrong with what the store wrote', () => {
    expect(listCodes(openSound())).toEqual([]);
  });

  it.each(corruptions)('GL16: finds %s after: %s', (code, sql) => {
    const world = openSound();
    world.connection.pragma('foreign_keys = OFF');
    world.connection.exec(sql);
    expect(listCodes(world)).toContain(code);
  });

  it('GL16: finds that a corpus has changed since it was read', () => {
    const world = openSound();
    const readBody = (corpus: string, id: PostId) => (id === 3 ? undefined : world.readBody(corpus, id));
    expect(listCodes(world, readBody)).toEqual(expect.arrayContaining(['corpus.changed', 'mention.differs']));
  });
});

describe('verifyGlossaryRows', () => {
  const ofRows = corruptions.filter(
    ([code]) => !/^(?:evidence|mention\.differs|first|candidate|search)/.test(code),
  );

  it('ST8: finds nothing wrong with what the store wrote', () => {
    expect(verifyGlossaryRows(openSound().connection)).toEqual([]);
  });

  it.each(ofRows)('ST8: finds %s without the story after: %s', (code, sql) => {
    const { connection } = openSound();
    connection.pragma('foreign_keys = OFF');
    connection.exec(sql);
    expect(verifyGlossaryRows(connection).map((problem) => problem.code)).toContain(code);
  });
});
