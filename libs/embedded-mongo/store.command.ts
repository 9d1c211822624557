import { Command, InvalidArgumentError } from 'commander';

interface Options {
  data: string;
  port?: number;
  host?: string;
}

/** `carillon store`. The code that does the work is loaded when it is needed. */
export function storeCommand(): Command {
  return new Command('store')
    .summary('run the embedded store alone, for drivers of MongoDB')
    .description(
      'Runs the embedded store alone and prints its address: a socket that only this user can open or, with --port or --host, an address that is open to others.',
    )
    .option('--data <dir>', 'folder of the data', '.embedded-store')
    .option('--port <number>', 'listen on this port, without a password', readPort)
    .option('--host <address>', 'listen on this address, without a password')
    .addHelpText('after', '\nExample:\n  carillon store --data .carillon/store')
    .action(async (options: Options) => (await import('./stand-alone.js')).runStore(options));
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}
