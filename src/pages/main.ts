import { existsSync } from 'node:fs';
import { loadConfig } from '../platform/config/config.js';
import { KeyRing } from '../platform/crypto/secret-box.js';
import { resolveSecretKey, secretKeyFile } from '../platform/crypto/secret-key.js';
import { PageAccess } from '../auth/guests/page-access.js';
import { pagesToOpen } from './served-pages.js';

// Prints the URLs of the pages again, with the token that opens them, whether or not Carillon is running.
try {
  const config = loadConfig(process.env);
  if (!config.secretKey && !config.mongodbUri && !existsSync(secretKeyFile(config))) {
    throw new Error(
      `There are no data in ${config.dataDir}. Start Carillon once, or set DATA_DIR to the folder it uses`,
    );
  }
  const { token } = new PageAccess(new KeyRing(await resolveSecretKey(config)));
  const url = config.publicUrl ?? `http://${config.mongodbUri ? 'localhost' : '127.0.0.1'}:${config.port}`;
  for (const { name, path } of pagesToOpen(config, token)) process.stdout.write(`${name.padEnd(15)}${url}${path}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
