import { createReadStream } from 'node:fs';
import { splitLines, verifyLines } from './verify-lines.js';

// Checks an export of the audit trail. Needs neither a store nor a server.
const USAGE = `Checks an export of the audit trail, on any machine.

  npm run audit -- verify FILE
      Checks the hash of every line and its link to the line before, and names the first line that is wrong. FILE is what
      GET /v1/audit/export has sent; - reads it from the standard input.

  --help      shows this
`;

const EXIT = { wrong: 1, wrongUse: 2 };

const [command, file, ...more] = process.argv.slice(2);
if ([command, file, ...more].includes('--help')) process.stdout.write(USAGE);
else if (command !== 'verify' || file === undefined || more.length > 0) {
  process.stderr.write(`Say which file is to be checked: verify FILE\n\n${USAGE}`);
  process.exitCode = EXIT.wrongUse;
} else process.exitCode = await verify(file);

async function verify(path: string): Promise<number> {
  try {
    const chunks: AsyncIterable<Buffer> = path === '-' ? process.stdin : createReadStream(path);
    const result = await verifyLines(splitLines(chunks));
    if ('wrong' in result) {
      process.stdout.write(`Line ${result.wrong.line} ${result.wrong.reason}\n`);
      return EXIT.wrong;
    }
    const { lines, first, last, lastHash } = result.verified;
    if (lines === 0) process.stdout.write('The file has no lines\n');
    else {
      process.stdout.write(`All ${lines} lines are right: entries ${first} to ${last}\n`);
      if (first !== 1) process.stdout.write(`Entries before ${first} are not in the file\n`);
      process.stdout.write(`Hash of the last entry: ${lastHash}\n`);
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return EXIT.wrongUse;
  }
}
