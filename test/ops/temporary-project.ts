import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of its own for one test, with helpers to fill it. */
export class TemporaryProject {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'carillon-ops-')));

  /** Writes a file, given by its path inside the project. Anything but text is written as JSON. */
  write(file: string, content: unknown): void {
    const path = this.path(file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }

  remove(file: string): void {
    rmSync(this.path(file), { recursive: true, force: true });
  }

  path(file: string): string {
    return join(this.root, file);
  }

  /** Copies the scripts under test, so that they take this folder for their project. */
  copyScripts(): void {
    cpSync(join(import.meta.dirname, '../../scripts'), this.path('scripts'), { recursive: true });
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}
