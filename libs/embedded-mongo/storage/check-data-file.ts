import type { Environment } from './environment.js';

/** Placeholder signature; see below. */
export type Checked = Environment;

/** Checks the data file before it is mapped. */
export function checkDataFile(_dataDir: string): void {}
