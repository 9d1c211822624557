import { ServiceUnavailableException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { Config } from '../../config/config.js';
import { Logger } from '../../logging/logger.js';
import { AnyExceptionFilter } from './exception.filter.js';

/** What is logged, and what is answered, when a request for an address fails. */
function failing(url: string, exception: unknown) {
  const lines: string[] = [];
  const logger = new Logger({ logLevel: 'info' } as Config, { write: (line) => void lines.push(line) });
  const answers: unknown[] = [];
  const reply = { status: () => ({ send: (body: unknown) => answers.push(body) }) };
  new AnyExceptionFilter(logger).catch(exception, new ExecutionContextHost([{ url }, reply]));
  return { lines, answers };
}

describe('an error that is logged', () => {
  it.each([
    ['our own', new Error('broken')],
    ["the store's", new ServiceUnavailableException('away')],
  ])('does not show the query of the request, which may have a key in it: %s', (_whose, exception) => {
    const { lines, answers } = failing('/v2/hook?hub.verify_token=hush', exception);
    expect(lines).toEqual([expect.stringContaining('"path":"/v2/hook"')]);
    expect(lines.join()).not.toContain('hush');
    expect(answers).toEqual([expect.objectContaining({ path: '/v2/hook?hub.verify_token=hush' })]);
  });
});
