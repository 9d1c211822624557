/** What installed packages depend on besides the lockfile. */
export interface Runtime {
  /** Major version of Node. */
  node: number;
  /** As in process.platform. */
  platform: string;
  /** As in process.arch. */
  arch: string;
  /** `glibc` or `musl` on Linux, undefined elsewhere. */
  libc?: string | undefined;
}

export interface LockedPackage {
  version?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

export interface Lockfile {
  packages?: Record<string, LockedPackage>;
}

export function missingPackage(lockfile: Lockfile, installed: Lockfile, runtime: Runtime): string | undefined;
