import { join } from 'node:path';
import { staleParts } from '../../scripts/build.mjs';
import { FOR_MODULES } from '../../scripts/parts.mjs';

/** Refuses to test a build that is not the one of the sources. */
export default function requireFreshBuild() {
  const [stale] = staleParts(join(import.meta.dirname, '../..'), FOR_MODULES);
  if (stale) throw new Error(`The tests run the build, and of ${stale.name} ${stale.reason}: npm run build`);
}
