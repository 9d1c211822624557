import { isEmail } from 'class-validator';
import { normalEmail } from '../../accounts/email.js';
import { type Role, ROLES } from '../../auth/permissions.js';
import { didYouMean } from '../../platform/values/nearest.js';
import { type Help, parseWords, refuse, UsageError } from '../commands/command.js';

export const USAGE = `Manages the people who may sign in, on the server itself; works whether or not Carillon is running.

  npm run accounts -- create EMAIL --role ROLE [--name NAME]
      Invites somebody, and prints the one-time link with which this person chooses a password.
  npm run accounts -- list
      The people, their roles, and invitations that are open.
  npm run accounts -- reset EMAIL [--second-factor]
      Prints a one-time link to a new password; with --second-factor it removes the second factor, too.
  npm run accounts -- role EMAIL ROLE
      Gives somebody another role. Roles that differ by environment stay as they are.
  npm run accounts -- remove EMAIL
      Removes somebody with all sessions.

  --role      ${ROLES.join(', ')}
  --help      shows this

Settings are those of Carillon: DATA_DIR, or MONGODB_URI and SECRET_KEY; PUBLIC_URL for links.
`;

/** The command to execute. */
export type Command =
  | { kind: 'create'; email: string; role: Role; name?: string }
  | { kind: 'list' }
  | { kind: 'reset'; email: string; secondFactor: boolean }
  | { kind: 'role'; email: string; role: Role }
  | { kind: 'remove'; email: string };

const OPTIONS = {
  role: { type: 'string' },
  name: { type: 'string' },
  'second-factor': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Throws {@link UsageError}. */
export function readArguments(words: readonly string[]): Command | Help {
  const { values, positionals } = parseWords(words, OPTIONS);
  const [kind, ...rest] = positionals;
  if (values.help) return { kind: 'help' };
  const { role, name, 'second-factor': secondFactor } = values;
  switch (kind) {
    case 'create': {
      const [email, ...more] = rest;
      refuse({ 'second-factor': secondFactor }, more);
      if (role === undefined) throw new UsageError('create needs --role ROLE');
      return { kind, email: emailIn(kind, email), role: roleOf(role), name };
    }
    case 'list':
      refuse({ role, name, 'second-factor': secondFactor }, rest);
      return { kind };
    case 'reset': {
      const [email, ...more] = rest;
      refuse({ role, name }, more);
      return { kind, email: emailIn(kind, email), secondFactor: secondFactor ?? false };
    }
    case 'role': {
      const [email, given, ...more] = rest;
      refuse({ role, name, 'second-factor': secondFactor }, more);
      if (given === undefined) throw new UsageError('role needs EMAIL and ROLE');
      return { kind, email: emailIn(kind, email), role: roleOf(given) };
    }
    case 'remove': {
      const [email, ...more] = rest;
      refuse({ role, name, 'second-factor': secondFactor }, more);
      return { kind, email: emailIn(kind, email) };
    }
    case undefined:
      throw new UsageError('Say what is to be done: create, list, reset, role or remove');
    default:
      throw new UsageError(`There is no command '${kind}'`);
  }
}

function emailIn(kind: string, text: string | undefined): string {
  if (text === undefined) throw new UsageError(`${kind} needs EMAIL`);
  if (!isEmail(text)) throw new UsageError(`'${text}' is no email address`);
  return normalEmail(text);
}

function roleOf(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (role === undefined) throw new UsageError(`'${text}' is no role: ${ROLES.join(', ')}.${didYouMean(text, ROLES)}`);
  return role;
}
