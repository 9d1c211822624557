/**
 * Makes a fresh clone ready to run. Installs packages and builds what is missing or out of date, and otherwise returns at
 * once. `npm start` and `npm run demo` call it first. What it says goes to standard error, so that the output of the
 * command behind it stays clean. Arguments are the parts to be built; without any, all are.
 */
import './supported-node.mjs';
import { prepare } from './prepare-steps.mjs';

const parts = process.argv.slice(2);
process.exitCode = await prepare(parts.length > 0 ? parts : undefined);
