import { mongo } from 'mongoose';
import type { Config } from '../config/config.js';
import { logDestination, Logger, readableLine } from './logger.js';

/** What is written when something is logged. */
function written(log: (logger: Logger) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  const logger = new Logger({ logLevel: 'info' } as Config, { write: (line) => void lines.push(line) });
  log(logger);
  return lines.map((line) => JSON.parse(line));
}

const SECRET = 'hush';

/** The response of the store to an insert that it refuses. */
interface StoreResponse {
  errmsg: string;
  code: number;
  keyValue: object;
}

describe('the log', () => {
  it('is lines with level, time, fields and message', () => {
    const [line] = written((logger) => logger.info({ workflow: 'welcome' }, 'Accepted'));
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-/),
      workflow: 'welcome',
      msg: 'Accepted',
    });
  });

  it.each([
    ['beside others', { token: SECRET }],
    ['in an object', { integration: { credentials: { apiKey: SECRET } } }],
    ['two levels deep', { request: { headers: { authorization: SECRET } } }],
    ['four levels deep', { request: { options: { sent: { headers: { authorization: SECRET } } } } }],
    ['in a list', { tried: [{ password: SECRET }] }],
    ['on an error', { err: Object.assign(new Error('refused'), { key: SECRET }) }],
    ['deep in an error', { err: Object.assign(new Error('refused'), { a: { b: [{ c: { token: SECRET } }] } }) }],
    [
      'in a command that Redis refused',
      { err: Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: [SECRET] } }) },
    ],
    ['in what a value becomes as JSON', { sent: { toJSON: () => ({ to: [{ apiKey: SECRET }] }) } }],
    ['in a header as it is often written', { sent: { headers: { Authorization: SECRET } } }],
    ['of any kind', { integration: { credentials: { user: SECRET } } }],
  ])('hides secrets %s', (_where, fields) => {
    const [line] = written((logger) => logger.warn(fields, 'Look'));
    expect(JSON.stringify(line)).toContain('[redacted]');
    expect(JSON.stringify(line)).not.toContain(SECRET);
  });

  it.each([
    ['of one insert', (response: StoreResponse) => new mongo.MongoServerError(response)],
    [
      'of several inserts',
      (response: StoreResponse) =>
        new mongo.MongoBulkWriteError(
          { message: response.errmsg, code: 11000, writeErrors: [{ ...response, op: { email: SECRET } }] as never },
          {} as never,
        ),
    ],
  ])('hides what was to be stored from the error %s of the store', (_of, make) => {
    const errmsg = `E11000 duplicate key error collection: c.users index: email_1 dup key: { email: "{}\n${SECRET}" }`;
    const err = make({ errmsg, code: 11000, keyValue: { email: SECRET } });
    const [line] = written((logger) => logger.error({ err }, 'Unexpected error'));
    expect(JSON.stringify(line)).not.toContain(SECRET);
    expect(line?.['err']).toMatchObject({
      code: 11000,
      message: 'E11000 duplicate key error collection: c.users index: email_1 dup key: [redacted]',
      stack: expect.stringMatching(/index: email_1 dup key: \[redacted\]\n\s+at /),
    });
  });

  it('hides secrets on an error that is logged without a message, as Nest does', () => {
    const error = Object.assign(new Error('refused'), { key: SECRET });
    const [line] = written((logger) => logger.error(error as unknown as Record<string, unknown>));
    expect(line?.['err']).toEqual(expect.objectContaining({ message: 'refused', key: '[redacted]' }));
  });

  it('shows everything else of objects as it is, and leaves them as they are', () => {
    const shared = { n: 1 };
    const request = { at: new Date(0), list: [1, shared, null], again: shared, headers: { token: SECRET } };
    const [line] = written((logger) => logger.info({ request }, 'Look'));
    expect(line?.['request']).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      list: [1, { n: 1 }, null],
      again: { n: 1 },
      headers: { token: '[redacted]' },
    });
    expect(request.headers.token).toBe(SECRET);
  });

  it('has an error with its type, message, stack and fields', () => {
    const err = Object.assign(new RangeError('away', { cause: new Error('cut off') }), { code: 'E_AWAY' });
    const [line] = written((logger) => logger.warn({ err }, 'Look'));
    expect(line?.['err']).toEqual({
      type: 'RangeError',
      message: 'away: cut off',
      stack: expect.stringContaining('caused by: Error: cut off'),
      code: 'E_AWAY',
    });
  });

  it('takes objects that contain themselves', () => {
    const socket: Record<string, unknown> = { password: SECRET };
    socket['self'] = socket;
    const [line] = written((logger) => logger.info({ socket }, 'Look'));
    expect(line?.['socket']).toEqual({ password: '[redacted]', self: '[Circular]' });
  });

  it('has what Nest says as detail only', () => {
    expect(written((logger) => logger.log('Mapped route', 'Router'))).toEqual([]);
    expect(written((logger) => logger.error('Broken', 'stack', 'Router'))).toEqual([
      expect.objectContaining({ level: 'error', msg: 'Broken', context: 'Router' }),
    ]);
  });
});

const LINE = { level: 'warn', time: '2026-03-01T09:08:07.006', msg: 'Step failed' };

/** What a person reads of a line with these fields. */
function read(fields: object, coloured = false): string {
  return readableLine(`${JSON.stringify({ ...LINE, ...fields })}\n`, coloured);
}

describe('the log on a terminal', () => {
  it('is a line with time, level, message and fields', () => {
    expect(read({ environmentId: 'e1', reason: 'send failed', runs: 2, first: { a: ['b'] } })).toBe(
      "09:08:07.006 WARN  Step failed environmentId=e1 reason='send failed' runs=2 first={ a: [ 'b' ] }\n",
    );
  });

  it('has the stack of an error below', () => {
    expect(read({ err: { type: 'Error', message: 'away', stack: 'Error: away\n    at here' } })).toBe(
      '09:08:07.006 WARN  Step failed\n    Error: away\n        at here\n',
    );
  });

  it('is coloured by level, and lets no field bring escapes of its own', () => {
    expect(read({}, true)).toContain('\u001b[33mWARN \u001b[39m');
    expect(read({ reason: '\u001b[2J' })).not.toContain('\u001b');
  });

  it('escapes nothing into the message or the stack', () => {
    const hostile = { msg: 'a\u001b[2Jb', err: { stack: 'E\u001b[2J\n  x' } };
    expect(read(hostile)).toBe('09:08:07.006 WARN  a[2Jb\n    E[2J\n      x\n');
  });

  it('leaves alone what is not a line of the log', () => {
    expect(readableLine('ready\n', true)).toBe('ready\n');
  });

  it.each([
    ['auto', true, /^\S+ .*INFO/],
    ['auto', false, /^\{"level":"info"/],
    ['json', true, /^\{"level":"info"/],
    ['pretty', false, /^\d\d:\d\d:\d\d\.\d{3} INFO /],
  ] as const)('LOG_FORMAT=%s, on a terminal %s', (logFormat, isTTY, form) => {
    const written: string[] = [];
    const config = { logLevel: 'info', logFormat } as Config;
    const output = { isTTY, hasColors: () => false, write: (text: string) => written.push(text) > 0 };
    new Logger(config, logDestination(config, output)).info({}, 'Started');
    expect(written).toEqual([expect.stringMatching(form)]);
  });
});
