import type { Connection } from 'mongoose';

/**
 * Brings what an earlier release has stored into the form that this one expects. Migrations run at every start, before
 * indexes are made: each changes only what is still in the old form, may be cut off anywhere, and may run in several
 * processes at once.
 */
export interface Migration {
  /** Date of the change of form and what it is about; for the log. */
  readonly name: string;
  /** It has to look through much for what is old, so that it is not run again once it has come to its end. */
  readonly once?: boolean;
  /** Returns how many documents it has changed. */
  run(connection: Connection): Promise<number>;
}
