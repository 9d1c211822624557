import { execFileSync } from 'node:child_process';

/** Mounts a disk in memory on `path`; false where that is not allowed. */
export function mountSmallDisk(path: string, megabytes: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Takes the disk away, even if files on it are still open in this process. */
export function unmount(path: string): void {
  execFileSync('umount', ['-l', path]);
}
