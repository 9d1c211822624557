import { runCommand } from '../platform/command-line/run-command.js';
import { carillonCommand } from './program.js';

const words = process.argv.slice(2);
// Lists of processes show the title instead of the arguments, which may contain addresses with passwords.
process.title = ['carillon', ...words.slice(0, 1)].join('-');
process.exitCode = await runCommand(carillonCommand(), words);
