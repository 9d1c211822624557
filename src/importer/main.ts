import { ApiError } from './api.js';
import { type Arguments, readArguments, USAGE, UsageError } from './arguments.js';
import { EXIT, run } from './run.js';

// Copies what a Novu-compatible server has into Carillon, over the public API of both.
const words = process.argv.slice(2);
// Lists of processes show the title instead of the arguments, which may have keys in them.
process.title = 'carillon-import';
if (words.includes('--help')) {
  process.stdout.write(USAGE);
  process.exit(EXIT.fine);
}

let parsed: Arguments;
try {
  parsed = readArguments(words, process.env);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exit(EXIT.failed);
}

try {
  process.exitCode = await run(parsed, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  const text =
    error instanceof ApiError || error instanceof UsageError
      ? error.message
      : error instanceof Error
        ? error.stack
        : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = EXIT.failed;
}
