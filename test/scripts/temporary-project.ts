import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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

  /** Writes or removes a file, and returns what puts back what was there. */
  change(file: string, content: string | undefined): () => void {
    const former = existsSync(this.path(file)) ? readFileSync(this.path(file), 'utf8') : undefined;
    const put = (text: string | undefined) => (text === undefined ? this.remove(file) : this.write(file, text));
    put(content);
    return () => put(former);
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
