import type { Runtime } from './installed-packages.mjs';

export type State = { fresh: true; unmarked?: boolean } | { fresh: false; reason: string };

export function currentRuntime(): Runtime;
export function hasSources(root: string): boolean;
export function installState(root: string, runtime: Runtime): State;
export function markInstalled(root: string, runtime: Runtime): void;
