import type { Document } from 'bson';
import { fromDocument } from '../bson/convert.js';
import type { CursorRegistry } from '../execution/cursor-registry.js';
import type { Store } from '../execution/store.js';
import type { CommandInput } from './command-input.js';

/** What commands work with. */
export interface CommandContext {
  readonly store: Store;
  readonly cursors: CursorRegistry;
  readonly connectionId: number;
  /** The current time; a setting so that time rules can be tested. */
  readonly now: () => Date;
  readonly server: ServerFacts;
}

/** What a server tells about itself. */
export interface ServerFacts {
  readonly startedAt: Date;
  readonly openConnections: () => number;
}

/** Carries out one command; the answer is a complete document with `ok`. */
export type Command = (input: CommandInput, context: CommandContext) => Promise<Buffer> | Buffer;

/** An answer with `ok: 1`. */
export function reply(fields: Document): Buffer {
  return fromDocument({ ...fields, ok: 1 });
}
