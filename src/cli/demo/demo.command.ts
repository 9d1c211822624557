import { Command } from 'commander';

/** `carillon demo`. The code that does the work is loaded when it is needed. */
export function demoCommand(): Command {
  return new Command('demo')
    .summary('show one workflow on every channel, and clean up')
    .description(
      'Starts Carillon on a folder of its own, .carillon-demo, sends one notification on every channel, and shows what was sent, what was not, and why.',
    )
    .option('--stay', 'keep running, to look at the messages in the console')
    .addHelpText('after', '\nExample:\n  carillon demo --stay')
    .action(async ({ stay = false }: { stay?: boolean }) => (await import('./run.js')).run({ stays: stay }));
}
