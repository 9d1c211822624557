import { Command } from 'commander';
import { EXIT } from '../../platform/command-line/errors.js';
import { print } from '../../platform/command-line/print.js';

/** `carillon doctor`. The code that does the work is loaded when it is needed. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .summary('check everything that Carillon depends on')
    .description(
      'Checks settings, versions, indexes, clocks, Redis, mail servers, disk, permissions and the secret key, and says what to do. Changes nothing; Carillon may run meanwhile.',
    )
    .addHelpText(
      'after',
      `
Run it with the settings of Carillon. Exits with 1 when something must be done.

Example:
  DATA_DIR=/data carillon doctor`,
    )
    .action(async () => {
      const [{ describeFindings }, { examine }] = await Promise.all([import('./finding.js'), import('./examine.js')]);
      const findings = await examine();
      for (const line of describeFindings(findings)) print(line);
      const problems = findings.filter(({ state }) => state === 'problem').length;
      print(
        problems === 0 ? 'Nothing must be done' : `${problems} ${problems === 1 ? 'thing' : 'things'} must be done`,
      );
      if (problems > 0) process.exitCode = EXIT.failed;
    });
}
