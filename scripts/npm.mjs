/** Runs npm as a child process on every system, without a shell. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Runs npm in a folder and keeps its output back.
 *
 * @param {string} root where npm runs
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>} the exit code (1 when a signal ended it) and all that was printed
 */
export function runNpm(root, args) {
  const [command, ...first] = npmCommand();
  return new Promise((resolve, reject) => {
    // npm.cmd, the last resort on Windows, runs in a shell only; the arguments are ours and need no quoting.
    const shell = command.endsWith('.cmd');
    // `npm --silent` hands its log level to all that it starts; a failure would then print nothing.
    const env = { ...process.env, npm_config_loglevel: 'notice' };
    const child = spawn(command, [...first, ...args], { cwd: root, shell, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    const pass = (signal) => child.kill(signal);
    const stop = () => ['SIGINT', 'SIGTERM'].forEach((signal) => process.off(signal, pass));
    ['SIGINT', 'SIGTERM'].forEach((signal) => process.on(signal, pass));
    child.once('error', (error) => {
      stop();
      reject(error);
    });
    child.once('close', (code) => {
      stop();
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/** npm's own script, run by this Node: the npm that started us, else the one beside Node, else the one on the path. */
function npmCommand() {
  const beside = dirname(process.execPath);
  const started = process.env.npm_execpath;
  const candidates = [
    ...(started !== undefined && basename(started) === 'npm-cli.js' ? [started] : []),
    join(beside, 'node_modules/npm/bin/npm-cli.js'),
    join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
  ];
  const script = candidates.find((path) => existsSync(path));
  if (script !== undefined) {
    return [process.execPath, script];
  }
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}
