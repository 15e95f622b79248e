// Server notes: what was found out about a model at a server, kept for the next time it is asked.

import { z } from 'zod';
import { splitAddress } from '../base/server-address.ts';
import { type OwnRecordOptions, openOwnRecord } from '../config/own-record.ts';

/** The switches with which servers turn a model's thinking off or down; each is a body field of its own. */
export const thinkingSwitches = ['chat-template', 'reasoning-effort-none', 'reasoning-effort-low'] as const;

export type ThinkingSwitch = (typeof thinkingSwitches)[number];

/** How tool calls come from a server: only in whole replies, or only as the model wrote them into its text. */
export const callsRungs = ['whole', 'written'] as const;

export type CallsRung = (typeof callsRungs)[number];

const remedySchema = z.object({
  /** Tokens a reply needed until it came to its answer, if the configured cap was too small. */
  replyCap: z.int().positive().optional(),
  /** The switch with which the model came to its answer. */
  thinkingSwitch: z.enum(thinkingSwitches).optional(),
});

const serverNotesSchema = remedySchema.extend({
  /** What did not bring the model to its answer when it was tried last: the next time something else is tried. */
  triedInVain: remedySchema.optional(),
  /** The server counts only the tokens of a prompt that were not cached: its counts do not cover the whole prompt. */
  countsFreshOnly: z.boolean().optional(),
  /** What was found to work if streams lose calls. */
  callsRung: z.enum(callsRungs).optional(),
  /** When it was asked for a call, the model made none, not even in words, or its server took no tools. */
  callsNothing: z.boolean().optional(),
});

/** Every field is absent until it is found out; recording undefined for a field removes it. */
export type ServerNotes = z.infer<typeof serverNotesSchema>;

/** Which model at which server; no key, credentials or query of the address are kept. */
export interface AskedServer {
  readonly baseUrl: string;
  readonly model: string;
}

/** What is lost is simply found out anew, so nothing here ever fails. */
export interface ServerNotebook {
  find(asked: AskedServer): ServerNotes;
  /** Adds to what is known; false if it could not be written. */
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
