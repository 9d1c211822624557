interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export function completeLockfile(lockfile: { packages: Record<string, Entry> }): { added: string[]; unclear: string[] };
