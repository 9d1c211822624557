import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE_OPTIONS } from '../../npm-start.mjs';

/** A process of the benchmark that answers questions. */
export class ProbedProcess {
  #child;
  #asked = 0;

  constructor(child, url) {
    this.#child = child;
    /** Where it listens. */
    this.url = url;
  }

  /** Starts `test/bench/<file>` with these options and waits until it listens. */
  static async start(file, options) {
    const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
    const child = fork(path, [JSON.stringify(options)], {
      execArgv: [...NODE_OPTIONS, '--expose-gc', '--disable-warning=ExperimentalWarning'],
      // The log is written as in production, but nobody reads it.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`${file} ended with ${code ?? signal}`);
    });
    const [{ ready }] = await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return new ProbedProcess(child, ready);
  }

  async ask(question) {
    const id = ++this.#asked;
    this.#child.send({ id, question });
    for (;;) {
      const [message] = await once(this.#child, 'message');
      if (message.id === id) return message.answer;
    }
  }

  async stop() {
    const ended = once(this.#child, 'exit');
    await this.ask('stop');
    await ended;
  }
}
