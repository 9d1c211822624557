import { serveTasks } from '#libs/computation/serve-tasks.js';
import { mentionsVariableTask } from '../env-variables/usage/mentions-variable.js';
import { conditionTask } from '../platform/computation/condition.task.js';
import {
  controlsTask,
  emailTextTask,
  layoutContentTask,
  layoutTask,
  stylesTask,
  translationKeysTask,
} from '../platform/computation/rendering.tasks.js';
import { issuesTask, stepReferencesTask } from '../workflows/issues/issues.tasks.js';
import { payloadSchemaTask, payloadTask } from '../workflows/payload-schema/payload-check.js';

// Everything that is computed of what users have written, and may be done in a process of its own: this one. None of it
// may import Nest or the store, because each such process loads it.
serveTasks([
  conditionTask,
  controlsTask,
  emailTextTask,
  issuesTask,
  layoutContentTask,
  layoutTask,
  mentionsVariableTask,
  payloadSchemaTask,
  payloadTask,
  stepReferencesTask,
  stylesTask,
  translationKeysTask,
]);
