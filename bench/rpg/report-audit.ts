// Reports how well the narration audit works: how many planted errors it finds, and what it flags without cause.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NarrativeFlag } from '@terrarium/rpg/audit-flag';
import { type AuditedNarrative, auditNarrative } from '@terrarium/rpg/audit-narrative';
import { openFaceStream } from '@terrarium/rpg/open-face-stream';
import { parseDice } from '@terrarium/rpg/parse-dice';
import { rollDice } from '@terrarium/rpg/roll-dice';
import { renderTable, writeResults } from '../report.ts';
import {
  type Facts,
  type GeneratedNarrative,
  type Grammar,
  generateNarrative,
} from './narratives/generate-narratives.ts';

const narratives = 200;
const kinds = ['number', 'voice', 'repeat'] as const;

/** The second grammar was held out: nobody looked at it to write or change the audit. */
export function reportAudit(): string {
  const figures = ['grammar', 'grammar-held-out'].flatMap((name) => measure(name));
  writeResults('rpg', figures, 'audit');
  const rows = figures.map((figure) => [
    `${figure.grammar}: ${figure.kind}`,
    ...[figure.planted, figure.found, figure.falseAlarms].map(String),
    `${((100 * figure.found) / Math.max(1, figure.planted)).toFixed(1)} %`,
    `${((100 * figure.falseAlarms) / narratives).toFixed(1)} %`,
  ]);
  return renderTable(
    [`audit of ${narratives} narratives`, 'planted', 'found', 'false', 'found', 'false per narrative'],
    rows,
  );
}

function measure(name: string) {
  const grammar: Grammar = JSON.parse(
    readFileSync(join(import.meta.dirname, 'narratives', `${name}.json`), 'utf8'),
  );
  const audited = Array.from({ length: narratives }, (_, roll) => {
    const generated = generateNarrative(grammar, openFaceStream({ seed: name, turn: 1, roll }));
    return { generated, flags: auditNarrative(buildAudited(generated)) };
  });
  return kinds.map((kind) => {
    const planted = audited.flatMap(({ generated, flags }) =>
      generated.planted.filter((one) => one.kind === kind).map((one) => ({ one, flags })),
    );
    const missed = planted.filter(({ one, flags }) => !flags.some((flag) => covers(one, flag)));
    const alarms = audited.flatMap(({ generated, flags }) =>
      flags
        .filter((flag) => flag.kind === kind && !generated.planted.some((one) => covers(one, flag)))
        .map((flag) => ({ flag, generated })),
    );
    return {
      grammar: name,
      kind,
      planted: planted.length,
      found: planted.length - missed.length,
      falseAlarms: alarms.length,
      missed: missed.map(({ one }) => one.text),
      alarms: alarms.map(({ flag, generated }) => ({
        ...flag,
        around: generated.narrative.slice(Math.max(0, flag.start - 60), flag.start + 60),
      })),
    };
  });
}

function covers(planted: GeneratedNarrative['planted'][number], flag: NarrativeFlag): boolean {
  return (
    planted.kind === flag.kind && flag.start < planted.end && flag.start + flag.quote.length > planted.start
  );
}

function buildAudited({ narrative, words, earlier, facts }: GeneratedNarrative): AuditedNarrative {
  return {
    narrative,
    words,
    earlier,
    playerName: 'Kestrel',
    rolls: [
      buildRoll(`1d20+${facts['bonus']}`, facts['natural'] ?? 1, facts['dc']),
      buildRoll('1d20', facts['damage'] ?? 1, undefined),
    ],
    patches: listPatches(facts),
    sheetNumbers: ['maxhp', 'ac', 'level', 'gold', 'hp', 'ammo', 'bonus'].map((name) => facts[name] ?? 0),
  };
}

function buildRoll(text: string, face: number, target: number | undefined) {
  const parsed = parseDice(text);
  if (!parsed.ok) throw new Error(parsed.say);
  const rolled = rollDice(parsed.dice, { source: { draw: () => face } });
  if (!rolled.ok) throw new Error(rolled.say);
  return { rolled: rolled.rolled, target };
}

function listPatches(facts: Facts): AuditedNarrative['patches'] {
  const { hp = 0, damage = 0, gold = 0, cost = 0, ammo = 0 } = facts;
  const change = (path: string, before: number, after: number) => ({
    entity: 'character:player' as const,
    path,
    before,
    after,
    because: 'generated',
  });
  return [
    change('resources.hp.current', hp + damage, hp),
    change('inventory.gold', gold + cost, gold),
    change('inventory.arrows', ammo + 1, ammo),
  ];
}
