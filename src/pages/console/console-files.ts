import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chooseEncoding } from '../../platform/http/asset.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The build adds these files beside each that becomes smaller by them. */
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const;

/** A file as it is sent. */
interface SentFile {
  body: Buffer;
  type: string;
  encoding: keyof typeof ENDINGS;
}

/** The files of the built console. Only what the build has left there is ever read, whatever name is asked for. */
export class ConsoleFiles {
  private names?: Promise<ReadonlySet<string>>;

  constructor(private readonly folder: string) {}

  /** A file of the folder `assets` in the best form that the client takes; undefined for one that is not there. */
  async asset(name: string, accepted: string | undefined): Promise<SentFile | undefined> {
    const names = await this.list();
    const type = TYPES[extname(name)];
    if (type === undefined || !names.has(name)) return undefined;
    const best = chooseEncoding(accepted);
    const encoding = names.has(name + ENDINGS[best]) ? best : 'identity';
    return { body: await readFile(join(this.folder, 'assets', name + ENDINGS[encoding])), type, encoding };
  }

  /** The page; undefined where the console was not built. It is read again each time: a build replaces it. */
  async page(): Promise<string | undefined> {
    return readFile(join(this.folder, 'index.html'), 'utf8').catch(undefinedIfMissing);
  }

  /** A missing folder is looked for again at the next request. */
  private async list(): Promise<ReadonlySet<string>> {
    this.names ??= readdir(join(this.folder, 'assets')).then((names) => new Set(names));
    try {
      return await this.names;
    } catch (error) {
      this.names = undefined;
      return undefinedIfMissing(error) ?? new Set();
    }
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
