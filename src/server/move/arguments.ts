import { type Help, parseWords, refuse, UsageError } from '../commands/command.js';

export const USAGE = `Carries everything from the embedded store of DATA_DIR to MongoDB, or back. Carillon must not run meanwhile.

  npm run move -- --to mongodb://HOST/DATABASE
      From the embedded store to an empty database.

  npm run move -- --from mongodb://HOST/DATABASE --stopped
      From MongoDB to an empty DATA_DIR. Processes on other machines cannot be seen from here: --stopped says that
      all of them are stopped. What they store during the move would be lost.

  npm run move -- --cancel [--from mongodb://HOST/DATABASE]
      Lets Carillon use the embedded store, or that database, again, after it was moved or a move of it was given up.

  --help      shows this

A move that was interrupted continues when it is run again. At the end all collections were compared by count and hash,
and their indexes. Attachments are files: they stay where they are.
`;

/** What is to be done. */
export interface Command {
  kind: 'to' | 'from' | 'cancel';
  /** The MongoDB; undefined to cancel the move of the embedded store. */
  uri?: string;
}

export function readArguments(words: readonly string[]): Command | Help {
  const { values, positionals } = parseWords(words, {
    to: { type: 'string' },
    from: { type: 'string' },
    cancel: { type: 'boolean' },
    stopped: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (values.help) return { kind: 'help' };
  const { to, from, cancel, stopped } = values;
  refuse({}, positionals);
  const uri = to ?? from;
  if (uri !== undefined && !/^mongodb(\+srv)?:\/\/./.test(uri))
    throw new UsageError(`An address of MongoDB begins with mongodb:// or mongodb+srv://`);
  if (cancel) {
    refuse({ to, stopped }, []);
    return { kind: 'cancel', uri: from };
  }
  if ((to === undefined) === (from === undefined))
    throw new UsageError('Say where: --to or --from an address of MongoDB');
  if (to !== undefined) {
    refuse({ stopped }, []);
    return { kind: 'to', uri };
  }
  if (!stopped) throw new UsageError('Stop all processes of Carillon, then add --stopped: it cannot be seen from here');
  return { kind: 'from', uri };
}
