import type { RunChange } from '../../notifications/activity/run-events.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import type { RunScope } from '../run-input.js';

/** A run that was executed, with the messages that its steps made. */
export interface ExecutedRun {
  run: Run;
  scope: RunScope;
  messages: Message[];
  change: RunChange;
}

/** Runs that were executed, their messages, and what is announced once they are stored. */
export interface StoredTogether {
  messages: Message[];
  runs: Run[];
  changes: RunChange[];
}

/** What has to be stored of runs that were executed. */
export function storedTogether(executed: readonly ExecutedRun[]): StoredTogether {
  return {
    runs: executed.map(({ run }) => run),
    messages: executed.flatMap(({ messages }) => messages),
    changes: executed.map(({ change }) => change),
  };
}
