/** Exit codes of `carillon import`. */
export const EXIT = { fine: 0, incomplete: 1, failed: 2 } as const;

/** What is imported, in this order: later kinds name earlier ones. */
export const KINDS = [
  'environments',
  'variables',
  'integrations',
  'contexts',
  'tenants',
  'workflows',
  'subscribers',
  'channels',
  'topics',
  'preferences',
] as const;

export type Kind = (typeof KINDS)[number];

/** A server and the environment in it that its key is for. */
export interface Endpoint {
  url: string;
  apiKey: string;
}

/** A server and the environments in it that its keys are for, one each. */
export interface Server {
  url: string;
  apiKeys: readonly string[];
}

/** What an import reads and writes. */
export interface Import {
  from: Server;
  to: Server;
  /** Shows what would be done, and does nothing. */
  planOnly: boolean;
  kinds: readonly Kind[];
  /** Requests to each server at the same time. */
  concurrency: number;
}
