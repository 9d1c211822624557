#!/usr/bin/env node
/**
 * The command `carillon`. An unsupported Node must reach the line that says so before it meets syntax it does not know, so
 * everything else is loaded behind it.
 */
import { refuseNodeVersion } from '../scripts/node-version.mjs';

const refusal = refuseNodeVersion(process.versions.node);
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(1);
}
const { launch } = await import('./launch.mjs');
await launch(process.argv.slice(2));
