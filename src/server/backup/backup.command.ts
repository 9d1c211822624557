import { Command } from 'commander';
import { print } from '../../platform/command-line/print.js';

const CONTENT = `
FILE contains all data and the secret key, unless SECRET_KEY is set. Only its owner can read it.
`;

/** `carillon backup`. The code that does the work is loaded when it is needed. */
export function backupCommand(): Command {
  return new Command('backup')
    .summary('copy the embedded store into one file')
    .description(
      'Copies the embedded store of DATA_DIR with everything that belongs to it into one file, whether or not Carillon is running. Every write acknowledged before is in it.',
    )
    .argument('<file>', 'the file to create; until the end, a copy of the store is beside it')
    .addHelpText('after', `${CONTENT}\nExample:\n  carillon backup /var/backups/carillon.backup`)
    .action(async (file: string) => {
      const { makeBackup } = await import('./make-backup.js');
      await makeBackup(await privateSettings(), file, print);
    });
}

/** `carillon restore`. */
export function restoreCommand(): Command {
  return new Command('restore')
    .summary('restore the embedded store from such a file')
    .description('Restores a file of `carillon backup` into DATA_DIR, which must be empty or absent.')
    .argument('<file>', 'the backup')
    .addHelpText('after', `${CONTENT}\nExample:\n  DATA_DIR=/data carillon restore /var/backups/carillon.backup`)
    .action(async (file: string) => {
      const { restoreBackup } = await import('./restore-backup.js');
      await restoreBackup(await privateSettings(), file, print);
    });
}

/** The settings. From now on, other users cannot read what this process writes. */
async function privateSettings() {
  process.umask(0o077);
  const { loadConfig } = await import('../../platform/config/config.js');
  return loadConfig(process.env);
}
