// Tests the integration example of the founding architecture, line for line.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assemble } from '../../src/assembly/assemble.ts';
import type { WakeConfig } from '../../src/assembly/wake-config.ts';
import { openFragmentStore } from '../../src/fragments/fragment-store.ts';
import { render } from '../../src/render/render-wake.ts';
import { parseResponse, parseUserMessage } from '../../src/tags/parse-message.ts';
import { parseRecallRequests } from '../../src/tags/parse-recall-requests.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
import { ingest, migrate, plans, recall } from '../../src/wake.ts';

test('WY1: the founding integration example runs line for line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-test-'));
  writeFileSync(join(folder, 'wake-context.md'), 'You are the one who remembers.');

  // First run: ensure schema
  const db = migrate(join(folder, 'memory.sqlite'));

  const config: WakeConfig = {
    database: db,
    wakeContextPath: join(folder, 'wake-context.md'),
    wakeContextImagePath: join(folder, 'wake-context-image.md'),
    ambientPath: join(folder, 'ambient.md'),
    voices: { ...exampleVoices, user: [{ id: 'ana', name: 'Ana' }] },
  };

  // The person sends a message
  const userParsed = parseUserMessage('hey, help me pick an outfit', { actor: 'ana', tags: ['say'] });
  const result = ingest(db, userParsed);

  // Build context
  const wakePackage = assemble(config, { message: 'hey, help me pick an outfit', turn: result.turn });
  const prompt = render(wakePackage);
  expect(result.turn).toBe(1);
  expect(prompt.startsWith('You are the one who remembers.')).toBe(true);
  expect(prompt.endsWith('## Ana\nhey, help me pick an outfit')).toBe(true);

  // The companion responds
  const response =
    '<feeling>excited about this</feeling><say>The green coat!</say><plan>mend the [wardrobe] door tomorrow</plan>recall("wardrobe", deep=true)';
  const companionParsed = { ...parseResponse(response), actor: 'companion' };
  const answered = ingest(db, companionParsed, { isCompanion: true });
  expect(answered.turn).toBe(1);

  // If the companion used recall(), the fragment exists
  openFragmentStore(db).create(
    {
      key: 'wardrobe',
      ambient: 'Green.',
      recognition: 'A green coat.',
      inventory: 'A green coat, two scarves.',
      sources: [],
    },
    0,
  );
  const recalls = parseRecallRequests(response);
  const recallResults = recalls.map(({ key, isDeep }) => recall(key, db, { isDeep }));
  expect(recallResults.map(({ text }) => text)).toEqual(['A green coat, two scarves.']);

  // feed recall results into the next assemble() call
  const next = ingest(db, parseUserMessage('and the scarf?', { actor: 'ana', tags: ['say'] }));
  const nextPrompt = render(
    assemble(config, { message: 'and the scarf?', turn: next.turn, recalled: recallResults }),
  );
  expect(nextPrompt).toContain('- wardrobe (inventory): A green coat, two scarves.');
  expect(nextPrompt).toContain('<feeling>excited about this</feeling>');
  expect(nextPrompt).toContain('Ana: hey, help me pick an outfit\nCompanion: <feeling>excited about this');
  expect(nextPrompt).toContain('<say>The green coat!</say>');
  expect(nextPrompt).not.toContain('recall("wardrobe"');

  // Check plans
  const allPlans = plans(db);
  const wardrobePlans = plans(db, { topic: 'wardrobe' });
  expect(allPlans.map(({ content }) => content)).toEqual(['mend the [wardrobe] door']);
  expect(wardrobePlans).toEqual(allPlans);
  expect(plans(db, { topic: 'garden' })).toEqual([]);

  db.close();
  rmSync(folder, { recursive: true });
});
