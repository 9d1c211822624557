import { serveTasks } from '#libs/computation/serve-tasks.js';
import { TASKS } from './tasks.js';

/** What a process runs that computes. */
serveTasks(TASKS);
