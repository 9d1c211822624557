import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './errors.js';

/** Where a command gets a secret: every user of a machine can read the arguments of its processes. */
export interface SecretSource {
  /** The environment variable that may have it. */
  variable: string;
  /** What it is, such as `an API key of the environment`. */
  what: string;
}

/** Returns the secret from its environment variable. Without it asks on the terminal, and does not show what is typed. */
export async function readSecret({ variable, what }: SecretSource, variables: NodeJS.ProcessEnv): Promise<string> {
  const value = variables[variable]?.trim();
  if (value) return value;
  const typed = process.stdin.isTTY ? await ask(`${variable} (${what}): `) : '';
  if (typed !== '') return typed;
  throw new UsageError(`${variable} is not set. It must be ${what}: export ${variable}=…`);
}

async function ask(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  process.stderr.write(question);
  const interrupted = new Promise<never>((_resolve, reject) => {
    terminal.once('SIGINT', () => reject(new UsageError('Interrupted')));
  });
  try {
    return (await Promise.race([terminal.question(''), interrupted])).trim();
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
