import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
/** The built command; its first word says which one. */
export const PROGRAM = join(root, 'dist/bundle/src/cli/main.js');

/**
 * How the service uses memory and threads. What requests leave behind is collected in short pauses by one helper thread, and
 * not while nothing asks for it, to give back memory that the next request takes again.
 */
export const NODE_OPTIONS = ['--v8-pool-size=1', '--max-semi-space-size=32', '--no-memory-reducer'];
const SERVICES = ['start', 'demo'];

/** Runs the command in these words; in a checkout, after building what has changed. */
export async function launch(words) {
  if (existsSync(join(root, 'src'))) {
    const { prepare } = await import('../scripts/prepare-steps.mjs');
    const code = await prepare();
    if (code !== 0) process.exit(code);
  }
  if (!existsSync(PROGRAM)) {
    console.error(`${PROGRAM} is missing: the package was made without a build. Run npm run build before npm pack.`);
    process.exit(1);
  }
  const isService = SERVICES.includes(words[0]) && !words.includes('--help');
  if (isService && !NODE_OPTIONS.every((option) => process.execArgv.includes(option))) return restart(words);
  return import(pathToFileURL(PROGRAM).href);
}

/**
 * Runs the command with options that Node reads only when it starts. Where Node can, it takes the place of this process;
 * otherwise this process passes signals on, and ends as the other one does.
 */
function restart(words) {
  const program = [...process.execArgv, ...NODE_OPTIONS, PROGRAM, ...words];
  if (process.execve !== undefined && process.platform !== 'win32')
    return process.execve(process.execPath, [process.execPath, ...program], process.env);
  const child = spawn(process.execPath, program, { stdio: 'inherit' });
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  const passOn = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, passOn);
  child.on('exit', (code, signal) => {
    for (const one of signals) process.off(one, passOn);
    if (signal === null) process.exitCode = code;
    else process.kill(process.pid, signal);
  });
  return undefined;
}
