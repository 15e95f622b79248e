// Renders the figures of the fleet as Prometheus reads them.

import type { FleetStatus } from '@terrarium/fleet/status';

type Labels = Readonly<Record<string, string>>;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly values: readonly (readonly [labels: Labels, value: number])[];
}

export function renderMetrics(status: FleetStatus): string {
  return listMetrics(status)
    .map(({ name, help, type, values }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...values.map(([labels, value]) => `${name}${renderLabels(labels)} ${value}`),
      ].join('\n'),
    )
    .join('\n')
    .concat('\n');
}

function listMetrics({ worlds, bytes, tasks, owners, running, use }: FleetStatus): readonly Metric[] {
  const [today] = use;
  const used = use.filter(({ day }) => day === today?.day);
  return [
    { name: 'terrarium_worlds', help: 'Worlds of the fleet.', type: 'gauge', values: [[{}, worlds]] },
    { name: 'terrarium_world_bytes', help: 'Bytes of all worlds.', type: 'gauge', values: [[{}, bytes]] },
    {
      name: 'terrarium_tasks',
      help: 'Tasks by kind and state.',
      type: 'gauge',
      values: tasks.map(({ kind, state, count }) => [{ kind, state }, count]),
    },
    {
      name: 'terrarium_owner_waiting',
      help: 'Waiting tasks, by owner.',
      type: 'gauge',
      values: owners.map(({ owner, waiting }) => [{ owner }, waiting]),
    },
    {
      name: 'terrarium_owner_running',
      help: 'Tasks that are being done, by owner.',
      type: 'gauge',
      values: owners.map((one) => [{ owner: one.owner }, one.running]),
    },
    {
      name: 'terrarium_scenes_done',
      help: 'Scenes read so far in a world that is being read.',
      type: 'gauge',
      values: running.map(({ name, owner, scenesDone }) => [{ world: name, owner }, scenesDone]),
    },
    {
      name: 'terrarium_replies_today',
      help: 'Replies paid for on the latest day, by model.',
      type: 'gauge',
      values: used.map(({ model, replies }) => [{ model }, replies]),
    },
    {
      name: 'terrarium_prompt_tokens_today',
      help: 'Tokens sent to the model on the latest day, by model.',
      type: 'gauge',
      values: used.map(({ model, promptTokens }) => [{ model }, promptTokens]),
    },
    {
      name: 'terrarium_output_tokens_today',
      help: 'Tokens that the model wrote on the latest day, by model.',
      type: 'gauge',
      values: used.map(({ model, outputTokens }) => [{ model }, outputTokens]),
    },
  ];
}

function renderLabels(labels: Labels): string {
  const parts = Object.entries(labels).map(([key, value]) => `${key}="${escapeLabel(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
