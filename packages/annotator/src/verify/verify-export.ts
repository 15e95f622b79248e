// Verifies the export: what leaves the glossary as JSON comes back the same.

import { exportGlossary } from '../export/export-glossary.ts';
import { parseExport } from '../export/exported-glossary.ts';
import { renderJson } from '../export/render-json.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import type { Problem } from './problem.ts';

export function* verifyExport(annotator: Annotator): Iterable<Problem> {
  const exported = exportGlossary(annotator, {});
  const text = [...renderJson(exported)].join('');
  const again = [...renderJson(parseExport(text))].join('');
  if (again !== text) yield { code: 'EX1', what: 'The JSON export does not come back the same.' };
  const unsourced = exported.entries.filter((entry) => entry.evidence.length === 0);
  for (const entry of unsourced)
    yield { code: 'EX1', what: `Entry ${entry.id} (${entry.term}) leaves without a source.` };
}
