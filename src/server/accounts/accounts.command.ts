import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { type Role, ROLES } from '../../auth/permissions.js';
import { didYouMean } from '../../platform/values/nearest.js';
import type { AccountsTask } from './run.js';

const EMAIL = ['<email>', 'email address of the person'] as const;
const ROLE = 'what the person may do';

/** `carillon accounts`. The code that does the work is loaded when it is needed. */
export function accountsCommand(run = async (task: AccountsTask) => (await import('./run.js')).run(task)): Command {
  const accounts = new Command('accounts')
    .summary('invite, list, change and remove people who sign in')
    .description('Manages the people who may sign in, on the server itself, whether or not Carillon is running.')
    .addHelpText(
      'after',
      `
Settings are those of Carillon: DATA_DIR, or MONGODB_URI and SECRET_KEY; PUBLIC_URL for links.

Example:
  carillon accounts create ada@example.com --role owner`,
    );
  accounts
    .command('create')
    .description('Invites a person, and prints a one-time link with which this person chooses a password.')
    .argument(...EMAIL)
    .addOption(new Option('--role <role>', ROLE).choices(ROLES).argParser(readRole).makeOptionMandatory())
    .option('--name <name>', 'name of the person')
    .action((email: string, { role, name }) => run({ kind: 'create', email, role, name }));
  accounts
    .command('list')
    .description('Lists people, their roles, and open invitations.')
    .action(() => run({ kind: 'list' }));
  accounts
    .command('reset')
    .description('Prints a one-time link to choose another password.')
    .argument(...EMAIL)
    .option('--second-factor', 'the link also removes the second factor')
    .action((email: string, { secondFactor = false }) => run({ kind: 'reset', email, secondFactor }));
  accounts
    .command('role')
    .description('Changes the role of a person. Roles that differ by environment stay as they are.')
    .argument(...EMAIL)
    .addArgument(new Argument('<role>', ROLE).choices(ROLES).argParser(readRole))
    .action((email: string, role: Role) => run({ kind: 'role', email, role }));
  accounts
    .command('remove')
    .description('Removes a person with all sessions.')
    .argument(...EMAIL)
    .action((email: string) => run({ kind: 'remove', email }));
  return accounts;
}

function readRole(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (role !== undefined) return role;
  throw new InvalidArgumentError(`It must be one of ${ROLES.join(', ')}.${didYouMean(text, ROLES)}`);
}
