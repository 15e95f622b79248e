// Renders a whole memory as JSON lines, from which its events can be imported again.

import { exportFormat, exportKind } from '../../intake/formats/read-own-lines.ts';
import { cutSecretSpans, cutSecrets } from '../../tags/secrets.ts';
import { findFactValue } from '../../working-memory/find-fact-value.ts';
import type { ItemKind } from '../../working-memory/item.ts';
import type {
  ChangeRecord,
  EdgeRecord,
  EventRecord,
  ExportStore,
  FragmentRecord,
  ItemRecord,
  RunRecord,
} from '../export-store.ts';

export interface LinesOptions {
  readonly withSecrets: boolean;
  /** How many damaged things were left out; only for a salvaged memory. */
  readonly leftOut?: number | undefined;
}

/**
 * The same memory gives the same bytes: the export depends neither on the time nor on chance. Edges are in the order of
 * their keys, and all other rows in the order in which they were written.
 */
export function* renderLines(store: ExportStore, options: LinesOptions): Generator<string> {
  const { withSecrets } = options;
  const cut = withSecrets ? (text: string) => text : cutSecrets;
  const salvaged = options.leftOut === undefined ? undefined : { left_out: options.leftOut };
  const secrets = withSecrets ? 'included' : 'cut';
  yield renderLine({ kind: exportKind, format: exportFormat, secrets, salvaged });
  for (const event of store.iterateEvents()) yield renderLine(buildEvent(store, event, options));
  yield* renderItems(store, options);
  for (const fragment of store.iterateFragments()) yield renderLine(buildFragment(fragment, cut));
  for (const edge of store.readEdges()) yield renderLine(buildEdge(edge));
  for (const run of store.iterateRuns()) yield renderLine(buildRun(run));
}

function* renderItems(store: ExportStore, { withSecrets }: LinesOptions): Generator<string> {
  const cut = withSecrets ? (text: string) => text : cutSecrets;
  const isShown = ({ kind }: { readonly kind: ItemKind }) => withSecrets || kind !== 'secret';
  for (const item of store.iterateItems()) if (isShown(item)) yield renderLine(buildItem(item, cut));
  for (const change of store.iterateChanges()) if (isShown(change)) yield renderLine(buildChange(change));
}

function buildChange(one: ChangeRecord) {
  const { id, item_id: item, change, from_status, to_status, because, event_id: event, run_id: run } = one;
  const at = renderInstant(one.at_ms);
  return { kind: 'change', id, item, change, from_status, to_status, because, event, run, at };
}

type Cut = (text: string) => string;

function buildEvent(store: ExportStore, event: EventRecord, { withSecrets }: LinesOptions) {
  const whole = { text: event.text, spans: store.readSpans(event) };
  const { text, spans } = withSecrets ? whole : cutSecretSpans(whole.text, whole.spans);
  return {
    kind: 'event',
    id: event.id,
    at: renderInstant(event.at_ms),
    story_at: event.story_at_ms === null ? null : renderInstant(event.story_at_ms),
    turn: event.turn,
    side: event.side,
    voice: event.voice,
    text,
    spans,
    is_shown: event.is_shown === 1,
    is_parroted: event.is_parroted === 1,
    image_path: event.image_path,
    origin: event.origin,
    origin_key: event.origin_key,
  };
}

function buildItem(item: ItemRecord, cut: Cut) {
  return {
    kind: 'item',
    id: item.id,
    tag: item.kind,
    content: cut(item.content),
    subject: item.subject,
    value:
      item.kind === 'fact'
        ? cut(findFactValue({ content: item.content, normalForm: item.normal_form }))
        : null,
    status: item.status,
    event: item.event_id,
    created_at: renderInstant(item.created_at_ms),
    created_turn: item.created_turn,
    refreshed_at: renderInstant(item.refreshed_at_ms),
    refreshed_turn: item.refreshed_turn,
    due_at: item.due_at_ms === null ? null : renderInstant(item.due_at_ms),
    due_words: item.due_words,
    is_kept: item.is_kept === 1,
    fragments: splitList(item.fragments),
  };
}

function buildFragment(fragment: FragmentRecord, cut: Cut) {
  return {
    kind: 'fragment',
    key: fragment.key,
    ambient: cut(fragment.ambient),
    recognition: cut(fragment.recognition),
    inventory: cut(fragment.inventory),
    version: fragment.version,
    created_at: renderInstant(fragment.created_at_ms),
    updated_at: renderInstant(fragment.updated_at_ms),
    events: splitList(fragment.sources).map(Number),
  };
}

function buildEdge({ from_key: from, to_key: to, label }: EdgeRecord) {
  return { kind: 'edge', from, to, label };
}

function buildRun({ id, kind: run, writer, status, ended_at_ms: ended, ...rest }: RunRecord) {
  return {
    kind: 'run',
    id,
    run,
    writer,
    status,
    after_event: rest.after_event_id,
    up_to_event: rest.up_to_event_id,
    started_at: renderInstant(rest.started_at_ms),
    ended_at: ended === null ? null : renderInstant(ended),
  };
}

function splitList(text: string | null): readonly string[] {
  return text === null ? [] : text.split(',');
}

function renderInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Leaves out fields without a value. */
function renderLine(fields: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return `${JSON.stringify(Object.fromEntries(present))}\n`;
}
