// Draws how items in mind fade, and how plans leave the mind and come back, as a chart or a picture.
import { writeFile } from '@terrarium/annotator/write-file';
import {
  type MemoryWorld,
  requireMemoryWorld,
  withMemoryDatabase,
} from '@terrarium/composition/memory-world';
import { setClock } from '@terrarium/composition/set-clock';
import type { Connection } from '@terrarium/kernel/open-database';
import {
  type ComparedItem,
  compareProfiles,
  computeDecayProjection,
  type DecayProjection,
} from '@terrarium/memory/compute-decay-projection';
import { withTriedDecay } from '@terrarium/memory/memory-settings';
import { refuseTarget } from '../shell/choose-export-target.ts';
import type { MindOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { countColumns, renderDecayChart } from '../views/render-decay-chart.ts';
import { renderDecaySvg } from '../views/render-decay-svg.ts';
import { renderTrial } from '../views/render-trial.ts';

export interface GraphOptions extends MindOptions {
  readonly decay?: readonly string[];
  readonly days: number;
  readonly now?: string;
  readonly limit: number;
  readonly svg?: string;
  readonly withSecrets?: boolean;
}

/** With this many points in time, a line of the picture looks smooth. */
const pictureSteps = 241;

const jsonSteps = 57;

const hoursOfDay = 24;

export async function drawDecay(shell: Shell, options: GraphOptions): Promise<void> {
  const memory = await requireMemoryWorld(shell, options);
  await setClock(shell, memory, options.now);
  await showGraph(shell, memory, options);
}

interface Drawing {
  readonly compute: (steps: number) => DecayProjection;
  /** What would change under a profile of decay that the person tries out; undefined if they try none. */
  readonly compared: readonly ComparedItem[] | undefined;
  readonly timeZone: string;
}

async function showGraph(shell: Shell, memory: MemoryWorld, options: GraphOptions): Promise<void> {
  const { svg, json } = options;
  const { title } = memory.world;
  await withMemoryDatabase(shell, memory, (connection) => {
    const drawing = prepareDrawing(connection, { memory, options, nowMs: shell.environment.clock.now() });
    const { compute, compared, timeZone } = drawing;
    if (svg !== undefined) {
      refuseTarget(svg);
      const picture = renderDecaySvg(compute(pictureSteps), { title, timeZone });
      writeFile(svg, [picture], memory.world.dir);
    }
    if (json !== true)
      shell.printer.writeLines(...renderDrawing(drawing, { width: shell.printer.width, svg }));
    else
      shell.printer.writeJson('decayProjection', {
        ...compute(jsonSteps),
        svg: svg ?? null,
        ...(compared && { compared }),
      });
  });
}

interface DrawingOptions {
  readonly memory: MemoryWorld;
  readonly options: GraphOptions;
  readonly nowMs: number;
}

function prepareDrawing(connection: Connection, { memory, options, nowMs }: DrawingOptions): Drawing {
  const { days, limit, decay } = options;
  const { decay: profile, timeZone } = memory.settings;
  const withSecrets = options.withSecrets === true;
  const tried = decay === undefined ? profile : withTriedDecay(profile, decay);
  const hours = Math.min(days, farthestDays) * hoursOfDay;
  const shared = { nowMs, withSecrets };
  return {
    compute: (steps) =>
      computeDecayProjection(connection, { ...shared, hours, steps, limit, profile: tried, timeZone }),
    compared:
      decay === undefined ? undefined : compareProfiles(connection, { ...shared, profile, tried, timeZone }),
    timeZone,
  };
}

function renderDrawing(
  { compute, compared, timeZone }: Drawing,
  { width, svg }: { readonly width: number; readonly svg: string | undefined },
): readonly string[] {
  return [
    ...(compared === undefined ? [] : [...renderTrial(compared, width), '']),
    ...(svg === undefined
      ? renderDecayChart(compute(countColumns(width)), { width, timeZone })
      : [`The picture is in ${svg}.`]),
  ];
}

const farthestDays = 3_650;
