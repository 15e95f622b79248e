// Reader call: the tool calls by which the built-in reader records what it read.

export interface Evidence {
  readonly post_id: number;
  readonly label: string;
}

export interface CreateCall {
  readonly name: 'glossary_create';
  readonly arguments: {
    readonly term: string;
    readonly definition: string;
    readonly tags: readonly string[];
    readonly aliases: readonly string[];
    readonly evidence: readonly Evidence[];
    /** It is to wait and be counted until it returns. */
    readonly status?: 'held';
  };
}

export interface UpdateCall {
  readonly name: 'glossary_update';
  readonly arguments: {
    readonly entry_id: number;
    readonly definition?: string;
    /** Sent with a new definition that was weighed against the old one: what it leaves out is left out on purpose. */
    readonly replaces?: true;
    readonly aliases?: readonly string[];
    readonly tags?: readonly string[];
    readonly evidence?: readonly Evidence[];
    /** Sent when the entry has to be decided about again. */
    readonly status?: 'tentative';
  };
}

export type ReaderCall = CreateCall | UpdateCall;
