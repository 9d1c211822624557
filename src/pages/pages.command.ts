import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { CommandError } from '../platform/command-line/errors.js';
import { print } from '../platform/command-line/print.js';

/** `carillon pages`. */
export function pagesCommand(): Command {
  return new Command('pages')
    .summary('print the addresses of the pages')
    .description(
      'Prints the addresses of the pages again, with the token that opens them, whether or not Carillon is running.',
    )
    .addHelpText(
      'after',
      `
Settings are those of Carillon: DATA_DIR, or MONGODB_URI and SECRET_KEY; PUBLIC_URL or PORT.

Example:
  DATA_DIR=/data carillon pages`,
    )
    .action(printPages);
}

async function printPages(): Promise<void> {
  const { loadConfig } = await import('../platform/config/config.js');
  const { KeyRing } = await import('../platform/crypto/secret-box.js');
  const { resolveSecretKey, secretKeyFile } = await import('../platform/crypto/secret-key.js');
  const { PageAccess } = await import('../auth/guests/page-access.js');
  const { pagesToOpen } = await import('./served-pages.js');
  const config = loadConfig(process.env);
  if (!config.secretKey && !config.mongodbUri && !existsSync(secretKeyFile(config))) {
    throw new CommandError(
      `There are no data in ${config.dataDir}. Start Carillon once, or set DATA_DIR to the folder it uses`,
    );
  }
  const { token } = new PageAccess(new KeyRing(await resolveSecretKey(config)));
  const url = config.publicUrl ?? `http://${config.mongodbUri ? 'localhost' : '127.0.0.1'}:${config.port}`;
  for (const { name, path } of pagesToOpen(config, token)) print(`${name.padEnd(15)}${url}${path}`);
}
