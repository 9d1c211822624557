import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { Asset } from '../../platform/http/asset.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.png': 'image/png',
};

/** The files that the build has made of the guide. Only what it has left there is ever read, whatever path is requested. */
export class GuideFiles {
  private assets?: Promise<ReadonlyMap<string, Asset>>;

  /** `folder` is `dist/guide` of the build. */
  constructor(private readonly folder: string) {}

  /** What is at a path below `/guide`, such as `steps` or `pictures/run.png`; undefined where nothing is. */
  async find(path: string): Promise<Asset | undefined> {
    return (await this.list()).get(path);
  }

  /** The frame of pages that the server makes; undefined where the guide was not built. */
  async frame(): Promise<string | undefined> {
    return readFile(join(this.folder, 'frame.html'), 'utf8').catch(undefinedIfMissing);
  }

  /** The text of the search index. */
  async searchIndex(): Promise<string> {
    return readFile(join(this.folder, 'search.json'), 'utf8');
  }

  /** A missing folder is looked for again at the next request. */
  private async list(): Promise<ReadonlyMap<string, Asset>> {
    this.assets ??= listAssets(join(this.folder, 'pages'));
    try {
      return await this.assets;
    } catch (error) {
      this.assets = undefined;
      return undefinedIfMissing(error) ?? new Map();
    }
  }
}

async function listAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    files.map((file) => {
      const path = relative(folder, file).replaceAll(sep, '/');
      const type = TYPES[extname(file)] ?? 'application/octet-stream';
      return [path.replace(/(^index)?\.html$/, ''), new Asset({ type, load: () => readFile(file) })];
    }),
  );
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
