/**
 * Makes a fresh clone ready to run: installs packages and builds when either is missing or out of date, and returns
 * at once when neither is. `npm start`, `npm run demo` and `npm test` call it first. What it says goes to standard
 * error, so that the output of the command behind it stays clean. `install` as an argument leaves out the build.
 */
import { refuseNodeVersion } from './node-version.mjs';

const refusal = refuseNodeVersion(process.versions.node);
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(1);
}
// Imported late: an unsupported Node must reach the line above before it meets syntax it does not know.
const { prepare } = await import('./prepare-steps.mjs');
process.exitCode = await prepare({ builds: process.argv[2] !== 'install' });
