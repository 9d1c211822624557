import { loadConfig } from '../../platform/config/config.js';
import { type Help, parseWords, refuse, runCommand, UsageError } from '../commands/command.js';
import { makeBackup } from './make-backup.js';
import { restoreBackup } from './restore-backup.js';

// Copies the embedded store of DATA_DIR into one file, and back.
const USAGE = `Copies the embedded store with everything that belongs to it into one file, and back.

  npm run backup -- FILE
      Makes FILE from DATA_DIR, while Carillon runs or not. Every write that was acknowledged before is in it. On the way,
      it takes as much space beside FILE as the store has.

  npm run restore -- FILE
      Restores FILE into DATA_DIR, which must be empty or absent.

  --help      shows this

FILE contains the secret key, unless SECRET_KEY is set, and all data. Only its owner can read it. Jobs of the embedded
queue are not in it: they are made again from the store.
`;

interface Command {
  kind: 'backup' | 'restore';
  file: string;
}

function readArguments(words: readonly string[]): Command | Help {
  const { values, positionals } = parseWords(words, { help: { type: 'boolean' } });
  const [kind, file, ...more] = positionals;
  if (values.help) return { kind: 'help' };
  if (kind !== 'backup' && kind !== 'restore') throw new UsageError('Say backup or restore');
  if (file === undefined) throw new UsageError('Say which file');
  refuse({}, more);
  return { kind, file };
}

// Other users can read nothing that is written here.
process.umask(0o077);

await runCommand(USAGE, readArguments, async ({ kind, file }: Command, say) => {
  const config = loadConfig(process.env);
  await (kind === 'backup' ? makeBackup(config, file, say) : restoreBackup(config, file, say));
});
