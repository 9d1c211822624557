import { NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { Config } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { AnyExceptionFilter } from './exception.filter.js';

/** What is logged, and what is answered, when a request for an address fails. */
function failing(url: string, exception: unknown, readableAborted = false) {
  const lines: string[] = [];
  const logger = new Logger({ logLevel: 'debug' } as Config, { write: (line) => void lines.push(line) });
  const answers: unknown[] = [];
  const reply = {
    hasHeader: () => false,
    header: () => reply,
    status: () => ({ send: (body: unknown) => answers.push(body) }),
  };
  new AnyExceptionFilter(logger).catch(exception, new ExecutionContextHost([{ url, raw: { readableAborted } }, reply]));
  return { lines, answers };
}

describe('an error', () => {
  it.each([
    ['our own', new Error('broken')],
    ["the caller's", new NotFoundException('not there')],
    ["the store's", new ServiceUnavailableException('away')],
  ])('does not show the query of the request, which may have a key in it: %s', (_whose, exception) => {
    const { lines, answers } = failing('/v2/hook?hub.verify_token=hush', exception);
    if (lines.length > 0) expect(lines).toEqual([expect.stringContaining('"path":"/v2/hook"')]);
    expect(lines.join()).not.toContain('hush');
    expect(answers).toEqual([expect.objectContaining({ path: '/v2/hook' })]);
  });

  it('is one line of detail without a stack when the sender has cut its request off', () => {
    const cutOff = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    const { lines } = failing('/v1/events/trigger?key=hush', cutOff, true);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'debug',
        time: expect.any(String),
        path: '/v1/events/trigger',
        msg: 'Request cut off by its sender',
      },
    ]);
  });

  it('for want of open files asks to try again, and the log says which limit to raise', () => {
    const error = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    const { lines, answers } = failing('/v1/events/trigger', new TypeError('fetch failed', { cause: error }));
    expect(answers).toEqual([
      expect.objectContaining({ statusCode: 503, message: expect.stringMatching(/try again$/) }),
    ]);
    expect(lines).toEqual([expect.stringContaining('raise the limit with `ulimit -n 65536`')]);
  });
});
