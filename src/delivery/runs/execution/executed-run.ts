import type { RunChange } from '../../../notifications/activity/run-events.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import type { NewContent } from '../../../notifications/activity/content/message-contents.service.js';
import type { Message } from '../../../notifications/messages/message.schema.js';
import type { RunScope } from '../../engine/run-input.js';
import type { RunResult } from '../../engine/execute-run.js';

/** A run that was executed, with what its steps made. */
export interface ExecutedRun extends RunResult {
  run: Run;
  scope: RunScope;
  change: RunChange;
}

/** Runs that were executed, their messages with kept contents, and what is announced once they are stored. */
export interface StoredTogether {
  messages: Message[];
  contents: NewContent[];
  runs: Run[];
  changes: RunChange[];
}

/** What has to be stored of runs that were executed. */
export function storedTogether(executed: readonly ExecutedRun[]): StoredTogether {
  return {
    runs: executed.map(({ run }) => run),
    messages: executed.flatMap(({ messages }) => messages),
    contents: executed.flatMap(({ contents }) => contents),
    changes: executed.map(({ change }) => change),
  };
}
