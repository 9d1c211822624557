import { createReadStream } from 'node:fs';
import { Command } from 'commander';
import { CommandError, EXIT } from '../../platform/command-line/errors.js';
import { print } from '../../platform/command-line/print.js';

/** `carillon audit`: needs neither a store nor a server. */
export function auditCommand(): Command {
  const audit = new Command('audit')
    .summary('verify an export of the audit trail')
    .description('Checks an export of the audit trail, on any machine.')
    .addHelpText('after', '\nExample:\n  carillon audit verify audit.jsonl');
  audit
    .command('verify')
    .description(
      'Checks the hash of every line and its link to the line before, and names the first line that is wrong. Exits with 1 when a line is wrong, and with 2 when the file cannot be read.',
    )
    .argument('<file>', 'what GET /v1/audit/export has sent; - reads it from standard input')
    .action(verify);
  return audit;
}

async function verify(path: string): Promise<void> {
  const { splitLines, verifyLines } = await import('./verify-lines.js');
  const chunks: AsyncIterable<Buffer> = path === '-' ? process.stdin : createReadStream(path);
  const result = await verifyLines(splitLines(chunks)).catch((error: Error) => {
    throw new CommandError(error.message, EXIT.wrongUse, { cause: error });
  });
  if ('wrong' in result) {
    print(`Line ${result.wrong.line} ${result.wrong.reason}`);
    process.exitCode = EXIT.failed;
    return;
  }
  const { lines, first, last, lastHash } = result.verified;
  if (lines === 0) return print('The file has no lines');
  print(`All ${lines} lines are right: entries ${first} to ${last}`);
  if (first !== 1) print(`Entries before ${first} are not in the file`);
  print(`Hash of the last entry: ${lastHash}`);
}
