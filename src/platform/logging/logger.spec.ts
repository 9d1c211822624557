import type { Config } from '../config/config.js';
import { withLogContext } from './log-context.js';
import { Logger } from './logger.js';

/** What is written when something is logged. */
function written(log: (logger: Logger) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  const logger = new Logger({ logLevel: 'info' } as Config, { write: (line) => void lines.push(line) });
  log(logger);
  return lines.map((line) => JSON.parse(line));
}

const SECRET = 'hush';

describe('the log', () => {
  it('is lines with level, time, the ids of the request, fields and message', () => {
    const [line] = withLogContext({ environmentId: 'e1' }, () =>
      written((logger) => logger.info({ workflow: 'welcome' }, 'Accepted')),
    );
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-/),
      environmentId: 'e1',
      workflow: 'welcome',
      msg: 'Accepted',
    });
  });

  it.each([
    ['beside others', { token: SECRET }],
    ['in an object', { integration: { credentials: { apiKey: SECRET } } }],
    ['two levels deep', { request: { headers: { authorization: SECRET } } }],
    ['in a list', { tried: [{ password: SECRET }] }],
    ['on an error', { err: Object.assign(new Error('refused'), { key: SECRET }) }],
  ])('hides secrets %s', (_where, fields) => {
    const [line] = written((logger) => logger.warn(fields, 'Look'));
    expect(JSON.stringify(line)).toContain('[redacted]');
    expect(JSON.stringify(line)).not.toContain(SECRET);
  });

  it('has what Nest says as detail only', () => {
    expect(written((logger) => logger.log('Mapped route', 'Router'))).toEqual([]);
    expect(written((logger) => logger.error('Broken', 'stack', 'Router'))).toEqual([
      expect.objectContaining({ level: 'error', msg: 'Broken', context: 'Router' }),
    ]);
  });
});
