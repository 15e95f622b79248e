// Lore provenance: the sources that a lorebook stores with each entry, from which the glossary can be rebuilt.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { GatheredGlossary } from '../export-glossary.ts';
import {
  type ExportedEntry,
  type ExportedGlossary,
  entrySchema,
  evidenceSchema,
  exportedGlossarySchema,
} from '../exported-glossary.ts';

/** Provenance of the whole book. */
export const bookProvenanceSchema = exportedGlossarySchema.pick({
  world: true,
  exported_at: true,
  as_of: true,
  salvaged: true,
});
export type BookProvenance = z.infer<typeof bookProvenanceSchema>;

const asOfSchema = z.object({ corpus: z.string(), thread: z.int(), post: z.int() }).nullable();
const sourceSchema = z
  .object({ ...evidenceSchema.omit({ post_id: true }).shape, post: z.int(), quoteSha256: z.string() })
  .transform(({ corpus, post, start, end, quote }) => ({ corpus, post_id: post, start, end, quote }));

/** Provenance of one entry; keys that a front end adds are ignored. */
export const provenanceSchema = z
  .object({
    ...entrySchema.omit({ id: true, evidence: true }).shape,
    entryId: z.int(),
    revision: z.int(),
    asOf: asOfSchema,
    sources: z.array(sourceSchema),
  })
  .transform(
    ({ entryId, revision: _revision, asOf: _asOf, sources, ...rest }): ExportedEntry => ({
      id: entryId,
      ...rest,
      evidence: sources,
    }),
  );

export function buildBookProvenance({
  world,
  exported_at,
  as_of,
  salvaged,
}: ExportedGlossary): BookProvenance {
  return { world, exported_at, as_of, ...(salvaged && { salvaged }) };
}

export function buildProvenance(
  entry: ExportedEntry,
  { glossary, revisions }: GatheredGlossary,
): z.input<typeof provenanceSchema> {
  const { id, evidence, status, ...rest } = entry;
  const { as_of: asOf } = glossary;
  return {
    entryId: id,
    status,
    revision: revisions.get(id) ?? 0,
    asOf: asOf === null ? null : { corpus: asOf.corpus, thread: asOf.thread_id, post: asOf.post_id },
    sources: evidence.map(({ corpus, post_id: post, start, end, quote }) => ({
      corpus,
      post,
      start,
      end,
      quote,
      quoteSha256: createHash('sha256').update(quote).digest('hex'),
    })),
    ...rest,
  };
}
