// Renders a game's system for a model: its mechanic, its checks, and as many of its rules as fit.

import type { System } from '../../system/system.ts';
import { cutLines, renderBlock, renderLine } from './render-data.ts';

/** The same for all turns of a session: what is pinned cannot change. */
export function renderRules(system: System, tokens: number): string {
  const { engine, rules } = system.manifest;
  const lines = [
    `Mechanic: ${renderLine(engine.mechanic, 600)}`,
    `Ordinary roll: ${renderLine(engine.dice)}${engine.check === undefined ? '' : `, check "${renderLine(engine.check)}"`}`,
    `Success: ${renderLine(engine.success)}`,
    `Critical: ${renderLine(engine.crit)}`,
    ...(engine.fumble === undefined ? [] : [`Fumble: ${renderLine(engine.fumble)}`]),
    ...renderChecks(system),
    ...rules.map((rule) => `${renderLine(rule.title, 120)}: ${renderLine(rule.text, 1200)}`),
  ];
  return renderBlock('rules', cutLines(lines, tokens), {
    system: system.name,
    version: system.version,
  });
}

function renderChecks(system: System): readonly string[] {
  return (system.manifest.checks ?? []).map((check) => {
    const outcomes = check.outcomes.map((outcome) => renderLine(outcome.label, 80)).join(' / ');
    const use = check.use === undefined ? '' : ` — ${renderLine(check.use)}`;
    return `Check "${check.id}" (${renderLine(check.label, 80)}): ${renderLine(check.dice)}: ${outcomes}${use}`;
  });
}
