// Shown event: what a person may see of an event in an export.

import { showSpans } from '../../events/show-event.ts';
import { cutSecrets } from '../../tags/cut-secrets.ts';
import type { Voices } from '../../tags/voices.ts';
import type { EventRecord, ExportStore } from '../export-store.ts';

/** The display text, without secrets; empty where nothing is shown. */
export function readShown(store: ExportStore, event: EventRecord): string {
  if (event.is_shown === 0) return '';
  return cutSecrets(showSpans(store.readSpans(event))).trim();
}

/** As the configuration calls the voice; its id where it does not. */
export function nameVoice(voices: Voices, event: EventRecord): string {
  return voices[event.side].find(({ id }) => id === event.voice)?.name ?? event.voice;
}
