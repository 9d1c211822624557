import { existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../platform/config/config.js';
import { misspeltSettings } from '../../platform/config/misspelt-settings.js';
import { assertEnoughOpenFiles } from '../../platform/open-files.js';
import { VERSION } from '../../platform/package-root.js';
import { sizeInWords } from '../backup/manifest.js';
import { advice, type Finding, ok, problem } from './finding.js';

const OTHERS = 0o077;
/** Below this, the next writes may soon fail. */
const FREE_BYTES_NEEDED = 512_000_000;

/** Settings that do nothing because they are misspelt, the version of Node, and the limit of open files. */
export function processFindings(environment: Readonly<Record<string, string | undefined>>): Finding[] {
  const misspelt = misspeltSettings(environment).map(({ variable, meant }) =>
    problem('Settings', `there is no setting ${variable}`, `Did you mean ${meant}?`),
  );
  const settings = misspelt.length > 0 ? misspelt : [ok('Settings', 'all can be used')];
  // The launcher has refused versions of Node that cannot run it.
  return [ok('Version', `Carillon ${VERSION} on Node ${process.version}`), ...settings, openFiles()];
}

function openFiles(): Finding {
  try {
    assertEnoughOpenFiles();
    return ok('Open files', 'the limit is high enough');
  } catch (error) {
    return problem('Open files', (error as Error).message, 'Raise the limit for the service');
  }
}

/** The disk and the permissions of the data folder. */
export async function folderFindings(config: Config): Promise<Finding[]> {
  const dataDir = resolve(config.dataDir);
  if (!existsSync(dataDir)) {
    return [
      advice('Data folder', `${dataDir} does not exist`, 'Start Carillon once, or set DATA_DIR to the folder it uses'),
    ];
  }
  return [await diskFinding(dataDir), ...(await modeFindings(dataDir))];
}

async function diskFinding(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const data = (await stat(join(dataDir, 'store', 'data.mdb')).catch(() => undefined))?.size ?? 0;
  const message = `${sizeInWords(free)} are free for ${dataDir}, whose store has ${sizeInWords(data)}`;
  if (free < FREE_BYTES_NEEDED)
    return problem('Disk', message, 'Make room: a full disk refuses every write, and so every trigger');
  return free < data
    ? advice('Disk', message, 'A backup needs as much space as the store; make it on another disk')
    : ok('Disk', message);
}

async function modeFindings(dataDir: string): Promise<Finding[]> {
  // On Windows, permissions are inherited from the folder above.
  if (process.platform === 'win32') return [];
  const paths = [dataDir, ...(await readdir(dataDir)).map((name) => join(dataDir, name))];
  const open: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found && (found.mode & OTHERS) !== 0) open.push(path);
  }
  if (open.length === 0) return [ok('Data folder', 'only its owner can read it')];
  return [
    problem(
      'Data folder',
      `other users of this machine can read ${open.slice(0, 3).join(', ')}`,
      `Close it to them: chmod -R go-rwx ${dataDir}. A start of Carillon does so, too`,
    ),
  ];
}
