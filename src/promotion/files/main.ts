import { ApiError } from './api.js';
import { type Arguments, readArguments, USAGE, UsageError } from './arguments.js';
import { FolderError } from './folder.js';
import { EXIT, run } from './run.js';

// Keeps workflows and layouts in files: reads them from an environment, shows differences, and writes them back.
const words = process.argv.slice(2);
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
  const expected = error instanceof ApiError || error instanceof FolderError;
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = EXIT.failed;
}
