import { Command } from 'commander';

/** `carillon start`. The service is loaded when it is needed. */
export function startCommand(): Command {
  return new Command('start')
    .summary('run the service')
    .description(
      'Runs the service: the API, the console and the work behind them. Without MONGODB_URI and REDIS_URL it keeps everything in DATA_DIR, by default .carillon in the current folder.',
    )
    .addHelpText(
      'after',
      `
Settings are environment variables. It ends on SIGTERM and SIGINT, when running work has ended.

Example:
  PORT=3000 DATA_DIR=/data carillon start`,
    )
    .action(async () => void (await import('../main.js')));
}
