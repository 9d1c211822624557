import { serveTasks } from '#libs/computation/task.js';
import { mentionsVariableTask } from '../env-variables/usage/mentions-variable.js';
import { conditionTask } from '../platform/computation/condition.task.js';
import { extractTextsTask } from '../platform/computation/extraction.task.js';
import {
  blocksHtmlTask,
  controlsTask,
  emailLinksTask,
  emailTextTask,
  layoutContentTask,
  layoutTask,
  stylesTask,
  translationKeysTask,
} from '../platform/computation/rendering.tasks.js';
import { findingsTask } from '../workflows/checks/step-findings.js';
import { issuesTask } from '../workflows/issues/control-issues.js';
import { stepReferencesTask } from '../workflows/issues/variable-references.js';
import { payloadSchemaTask, payloadTask } from '../workflows/payload-schema/payload-check.js';

// As in the service itself: the zone of the machine has no influence on what templates print.
process.env.TZ = 'UTC';

// The program of a computing process, with all tasks that may run in one. None of them may import Nest or the store,
// because every such process loads all of them.
serveTasks([
  blocksHtmlTask,
  conditionTask,
  controlsTask,
  emailLinksTask,
  emailTextTask,
  extractTextsTask,
  findingsTask,
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
