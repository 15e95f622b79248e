// Draws how what is in mind fades, and plans sink and rise, as a chart or a picture.

import { writeFile } from '@terrarium/annotator/write-file';
import { projectDecay } from '@terrarium/memory/project-decay';
import { refuseTarget } from '../choose-export-target.ts';
import { findMemoryWorld, type MemoryWorld, withMemoryDatabase } from '../compose-memory.ts';
import type { WorldOptions } from '../options.ts';
import type { Shell } from '../shell.ts';
import { chartColumns, renderDecayChart } from '../views/render-decay-chart.ts';
import { renderDecaySvg } from '../views/render-decay-svg.ts';

export interface GraphOptions extends WorldOptions {
  readonly days: number;
  readonly limit: number;
  readonly svg?: string;
  readonly withSecrets?: boolean;
}

/** Enough for a smooth line. */
const pictureSteps = 241;

const jsonSteps = 57;

const hoursOfDay = 24;

export async function drawDecay(shell: Shell, options: GraphOptions): Promise<void> {
  await showGraph(shell, await findMemoryWorld(shell, options), options);
}

async function showGraph(shell: Shell, memory: MemoryWorld, options: GraphOptions): Promise<void> {
  const { printer, environment } = shell;
  const { days, limit, svg, json } = options;
  const { decay: profile, timeZone } = memory.settings;
  await withMemoryDatabase(shell, memory, (connection) => {
    const project = (steps: number) =>
      projectDecay(connection, {
        nowMs: environment.clock.now(),
        hours: Math.min(days, farthestDays) * hoursOfDay,
        steps,
        profile,
        limit,
        withSecrets: options.withSecrets === true,
      });
    if (svg !== undefined) {
      refuseTarget(svg);
      writeFile(svg, [renderDecaySvg(project(pictureSteps), { title: memory.world.title, timeZone })]);
    }
    if (json === true) printer.sayJson({ ...project(jsonSteps), svg: svg ?? null });
    else if (svg !== undefined) printer.say(`The picture is in ${svg}.`);
    else
      printer.say(
        ...renderDecayChart(project(chartColumns(printer.width)), { width: printer.width, timeZone }),
      );
  });
}

const farthestDays = 3_650;
