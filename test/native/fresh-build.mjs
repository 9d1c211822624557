import { join } from 'node:path';
import { buildState } from '../../scripts/staleness.mjs';

/** Refuses to test a build that is not the one of the sources. */
export default function requireFreshBuild() {
  const build = buildState(join(import.meta.dirname, '../..'));
  if (!build.fresh) throw new Error(`The tests run the build, and ${build.reason}: npm run build`);
}
