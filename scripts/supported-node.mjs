/** Ends the process on a version of Node that Carillon does not support. Imported first by what people start. */
import { refuseNodeVersion } from './node-version.mjs';

const refusal = refuseNodeVersion(process.versions.node);
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(1);
}
