// Tests what an examination shows: never a secret, and in a report nothing private.

import type { World } from '@terrarium/annotator/world';
import type { Finding } from '@terrarium/kernel/finding';
import type { SaidSetting } from '@terrarium/kernel/read-configuration';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPrivacyRedactor, buildSecretRedactor, renderAddress } from '../redact/build-redactor.ts';
import { showSettings } from '../redact/read-facts.ts';
import { renderFinding } from '../views/render-findings.ts';
import { renderReport } from '../views/render-report.ts';
import { checkSpace } from './examine-world.ts';

function say(name: string, value: unknown): SaidSetting {
  return { name, spelling: name, source: '/users/alice/world/terrarium.yaml', kind: 'world', value };
}

const versions = { terrarium: '0.1.0', node: '24.0.0', sqlite: '3.50.0', system: 'linux 6.1 x64' };
const world: World = {
  dir: '/users/alice/The Salt Road',
  title: 'The Salt Road',
  createdAt: '2026-01-01T00:00:00.000Z',
  corpora: [
    {
      name: 'salt',
      title: 'The Salt Road',
      path: '/mnt/books/salt.db',
      kind: 'linked',
      source: '/mnt/books/salt.db',
      sourceHash: '',
    },
  ],
  annotatorPath: '',
  vectorsPath: '',
  exportsDir: '',
  logsDir: '',
};
const redactPlaces = buildPrivacyRedactor({
  home: '/users/alice',
  userName: 'alice',
  worldDir: world.dir,
  world,
  said: [],
});

describe('what a report leaves out', () => {
  it.each([
    ['Restore /users/alice/The Salt Road/world.json.', 'Restore WORLD/world.json.'],
    ['See /users/alice/notes.', 'See …/notes.'],
    ['See /media/alice/disk, not /media/alicent.', 'See …/disk, not …/alicent.'],
    ['/mnt/books/salt.db is gone.', 'CORPUS is gone.'],
    [String.raw`--world 'It'\''s a road'; then`, '--world WORLD; then'],
    ['"terrarium read --world x" …', '"terrarium read --world WORLD" …'],
    ['"terrarium annotate verify --world \'The Salt Road\'"', '"terrarium annotate verify --world WORLD"'],
    [
      'Nothing is listening (http://alices-pc.lan:8080/v1, ECONNREFUSED).',
      'Nothing is listening (http://[host]:8080/v1, ECONNREFUSED).',
    ],
    ['It usually ends in /v1.', 'It usually ends in /v1.'],
    ['openai:/srv/jane/my models/q.gguf is loaded', 'openai:…/q.gguf is loaded'],
    ['openai:Qwen/Qwen3-8B is loaded', 'openai:Qwen/Qwen3-8B is loaded'],
    [String.raw`It has "C:\Users\jane\q.gguf" and \\nas\jane\p.gguf.`, 'It has "…/q.gguf" and …/p.gguf.'],
    ['See file:///srv/jane/q.gguf.', 'See …/q.gguf.'],
    [
      'http://localhost:8080/jane/v1 and http://localhost/v1/jane?',
      'http://localhost:8080/… and http://localhost/v1/…?',
    ],
    ['http://localhost:8080/v1 and http://127.0.0.1/v1', 'http://localhost:8080/v1 and http://127.0.0.1/v1'],
  ])('%s', (text, expected) => {
    expect(redactPlaces(text)).toBe(expected);
  });

  it('is every folder of a path, the home, the user and the keys, wherever they are said and whatever they share', () => {
    // Letters that nothing else in the report contains, so that any remainder of a name is noticed.
    const piece = fc.string({ unit: fc.constantFrom(...'BGHJVXYZ'), minLength: 6, maxLength: 8 });
    const place = fc.array(fc.nat(2), { minLength: 1, maxLength: 3 });
    const ending = fc.constantFrom('', ' (old)', ', 2', ' & co');
    const drawn = fc.record({
      pieces: fc.tuple(piece, piece, piece),
      user: place,
      folders: fc.array(fc.tuple(place, ending), { minLength: 1, maxLength: 3 }),
      other: place,
      key: place,
    });
    fc.assert(
      fc.property(drawn, ({ pieces, ...places }) => {
        // Names are built from three pieces, so that two names are often equal, or one is part of another.
        const build = (parts: readonly number[]) => parts.map((at) => pieces[at]).join('');
        const [user, other, key] = [build(places.user), build(places.other), build(places.key)];
        const folders = places.folders.map(([parts, end]) => `${build(parts)}${end}`);
        const home = `/home/${user}`;
        const model = `openai:${home}/${folders.join('/')}/q.gguf`;
        const said = [
          say('model', model),
          say('apiKey', key),
          say('baseUrl', `http://localhost:1/${other}/v1`),
        ];
        const worldDir = `${home}/${other}`;
        const redact = buildPrivacyRedactor({ home, userName: user, worldDir, world: undefined, said });
        const says = `${model.slice(7)} (${model}) with ${key}; see ${worldDir}/b.txt, /srv/${other}/${other}/c and /media/${user}/d.`;
        const finding: Finding = { check: 'server', standing: 'problem', says, todo: says };
        const report = renderReport({ versions, settings: showSettings(said), findings: [finding] }, redact);
        const shown = report.replace(/\\(?=[^\w\s])/gu, '');
        expect(shown).not.toMatch(/[BGHJVXYZ]| \(old\)|, 2| & co/u);
        expect(shown).toContain('openai:…/q.gguf');
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['Salt R', 'See /users/alice/The Salt Road/world.json and Salt R.', 'See WORLD/world.json and [secret].'],
    ['alices', 'http://bob:pw@alices-pc.lan:80/v1 of alices', 'http://[secret]@[host]:80/v1 of [secret]'],
    ['/srv/jan', 'See /srv/janet/books/x with /srv/jan.', 'See …/x with [secret].'],
    ['an/boo', 'See /srv/jan/books/x.', 'See …/x.'],
    ['aaaaaaba', 'It is aaaaaabaaaaaaba!', 'It is [secret]!'],
    ['alice-robert', 'See /media/alice and alice-robert.', 'See …/USER and [secret].'],
  ])('is a key, %s, that is also a part of something else', (key, text, expected) => {
    const said = [say('apiKey', key)];
    const places = { home: '/users/alice', userName: 'alice', worldDir: world.dir, world, said };
    expect(buildPrivacyRedactor(places)(text)).toBe(expected);
  });

  it('is written so that nothing in it becomes markup or another row', () => {
    const finding: Finding = { check: 'server', standing: 'problem', says: 'It said: <b>|x|\n\n# [a](b)' };
    const report = renderReport({ versions, settings: [], findings: [finding] }, (text) => text);
    expect(report).toContain('| server | problem | It said: \\<b\\>\\|x\\| \\# \\[a\\](b) |  |');
  });
});

describe('a finding of several lines', () => {
  it('has each on a line of its own, and what belongs to a dash behind it', () => {
    const says = 'There are 2 problems:\n- modle is not a setting; did you mean model?\n- x is none.';
    const finding: Finding = { check: 'settings', standing: 'problem', says };
    const [first, ...others] = renderFinding(finding, 60);
    expect(first).toMatch(/There are 2 problems:$/);
    expect(others).toEqual([
      '                             - modle is not a setting; did',
      '                               you mean model?',
      '                             - x is none.',
    ]);
  });
});

describe('a secret', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._~+/=$&|*-';
  const secret = fc.string({ unit: fc.constantFrom(...letters), minLength: 12, maxLength: 60 });
  const words = fc.array(fc.lorem({ maxCount: 3 }), { maxLength: 3 });

  it('is in nothing that is shown, whoever repeats it', () => {
    fc.assert(
      fc.property(fc.record({ key: secret, password: secret, option: secret, around: words }), (drawn) => {
        const { key, password, option, around } = drawn;
        const address = `https://user:${encodeURIComponent(password)}@models.example/v1?key=${encodeURIComponent(option)}`;
        const said = [
          say('apiKey', key),
          say('baseUrl', address),
          say('memory.embedder.baseUrl', address),
          say('extraBody', { nested: { token: [option] } }),
          say('model', 'openai:story'),
        ];
        const redact = buildSecretRedactor(said);
        const echo = [key, ...around, password, address, option].join(' ');
        const finding: Finding = {
          check: 'server',
          standing: 'problem',
          says: redact(echo),
          todo: redact(echo),
        };
        const settings = showSettings(said);
        const report = renderReport({ versions, settings, findings: [finding] }, redact);
        const terminal = renderFinding(finding, 10_000).join('\n');
        const shown = [report, terminal, JSON.stringify(settings), JSON.stringify(finding)].join('\n');
        for (const text of [key, password, option, encodeURIComponent(password)]) {
          expect(shown).not.toContain(text);
          expect(shown).not.toContain(text.replace(/[\\`*_{}[\]<>#|~&$!]/gu, '\\$&'));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leaves an address readable', () => {
    expect(renderAddress('https://bob:pw@host:1/v1?key=1')).toBe('https://[secret]@host:1/v1?[secret]');
    expect(renderAddress('http://localhost:8080/v1')).toBe('http://localhost:8080/v1');
    expect(renderAddress('nonsense')).toBe('[secret]');
  });

  it('is shown by its name alone', () => {
    const settings = showSettings([
      say('apiKey', 'k'),
      say('extraBody', { min_p: 0.05, key: 'x' }),
      say('temperature', 1),
      say('memory.voices.user', [{ id: 'kit', name: 'Kit' }]),
    ]);
    expect(settings.map(({ name, value }) => [name, value])).toEqual([
      ['apiKey', '[secret]'],
      ['extraBody', 'min_p, key'],
      ['temperature', '1'],
      ['memory.voices.user', 'a list of 1'],
    ]);
  });
});

describe('the room on a disk', () => {
  const megabyte = 1024 * 1024;
  it.each([
    [5_000 * megabyte, 'ok', '4 GB'],
    [700 * megabyte, 'warning', '700 MB'],
    [3 * megabyte, 'problem', '3 MB'],
  ])('of %i bytes is %s', (freeBytes, standing, said) => {
    const finding = checkSpace({ freeBytes });
    expect(finding).toMatchObject({ check: 'disk', standing });
    expect(finding.says).toContain(said);
    expect(finding.todo === undefined).toBe(standing === 'ok');
  });
});
