// Stores what was found out about a model at a server, for the next time it is asked.

import { z } from 'zod';
import { splitAddress } from '../base/server-address.ts';
import { type OwnRecordOptions, openOwnRecord } from '../config/own-record.ts';

/** The ways to turn a model's thinking off or down. Each sets one field in the body of a request. */
export const thinkingSwitches = ['chat-template', 'reasoning-effort-none', 'reasoning-effort-low'] as const;

export type ThinkingSwitch = (typeof thinkingSwitches)[number];

/**
 * How a server that loses calls in streams can still deliver them: in replies without a stream, or only as text
 * written by the model.
 */
export const callsRungs = ['whole', 'written'] as const;

export type CallsRung = (typeof callsRungs)[number];

const remedySchema = z.object({
  /** The token limit with which a reply reached its answer, if the configured limit was too small. */
  replyCap: z.int().positive().optional(),
  /** The switch with which the model answered. */
  thinkingSwitch: z.enum(thinkingSwitches).optional(),
});

const serverNotesSchema = remedySchema.extend({
  /** The last remedy that was tried and did not help, so that the next one can be tried. */
  triedInVain: remedySchema.optional(),
  /**
   * Whether the server counts only the uncached tokens of a prompt, so that its counts do not cover the whole prompt.
   */
  countsFreshOnly: z.boolean().optional(),
  /** The way of getting calls that works for a server whose streams lose them. */
  callsRung: z.enum(callsRungs).optional(),
  /** Whether the model made no call when asked for one, not even as text, or its server accepts no tools. */
  callsNothing: z.boolean().optional(),
});

/** A field is absent until its fact is found out. Recording undefined for a field removes it. */
export type ServerNotes = z.infer<typeof serverNotesSchema>;

/** A model at a server. API keys are not stored, nor are the credentials and the query in the address. */
export interface AskedServer {
  readonly baseUrl: string;
  readonly model: string;
}

/** Stores the notes. None of its functions throws, because lost notes are simply found out again. */
export interface ServerNotebook {
  find(asked: AskedServer): ServerNotes;
  /** Adds to the stored notes; returns false if they could not be written. */
  record(asked: AskedServer, found: ServerNotes): boolean;
}

const mostServers = 200;

export function openServerNotebook(
  options: Pick<OwnRecordOptions<ServerNotes>, 'folder'> = {},
): ServerNotebook {
  const record = openOwnRecord({
    name: 'servers',
    schema: serverNotesSchema,
    mostEntries: mostServers,
    ...options,
  });
  const find = (asked: AskedServer) => record.find(nameServer(asked)) ?? {};
  return {
    find,
    record(asked, found) {
      const known = find(asked);
      const notes = serverNotesSchema.parse({ ...known, ...found });
      if (JSON.stringify(notes) === JSON.stringify(known)) return true;
      try {
        record.write(nameServer(asked), notes);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Addresses with and without `/v1` count as the same server. */
function nameServer({ baseUrl, model }: AskedServer): string {
  const [path = ''] = splitAddress(baseUrl).url.split(/[?#]/u);
  return `${model} at ${path.replace(/(?<!\/)\/+$/u, '').replace(/\/v1$/u, '')}`;
}
