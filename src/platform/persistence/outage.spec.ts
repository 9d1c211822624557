import { ServiceUnavailableException } from '@nestjs/common';
import { mongo } from 'mongoose';
import { outageOf } from './outage.js';

const bulkError = (error: object) =>
  new mongo.MongoBulkWriteError(error as { message: string; code: number }, {} as mongo.BulkWriteResult);

const systemError = (code: string) => Object.assign(new Error(code), { code });

describe('the outage that an error speaks of', () => {
  it.each([
    ['a connection that broke', new mongo.MongoNetworkError('gone'), 'unreachable'],
    ['a connection that broke during a bulk', bulkError(new mongo.MongoNetworkError('gone')), 'unreachable'],
    ['a server that is stopping', new mongo.MongoServerError({ message: 'x', code: 11_600 }), 'unreachable'],
    ['a cursor of a server that was killed', new mongo.MongoServerError({ message: 'x', code: 43 }), 'unreachable'],
    [
      'what the driver calls passing',
      new mongo.MongoServerError({ message: 'x', code: 112, errorLabels: ['TransientTransactionError'] }),
      'unreachable',
    ],
    [
      'one of two deadlocked writes, on another database',
      new mongo.MongoServerError({ message: 'deadlock detected', code: 8000 }),
      'conflict',
    ],
    ['a write that lost against a concurrent one', new mongo.MongoServerError({ message: 'x', code: 112 }), 'conflict'],
    ['a client that is being closed', new mongo.MongoClientClosedError(), 'unreachable'],
    ['no response at all', new mongo.MongoUnexpectedServerResponseError('x'), 'unreachable'],
    ['a full disk', new mongo.MongoServerError({ message: 'x', code: 14_031 }), 'full'],
    [
      'a full disk under one write of a bulk',
      bulkError({
        message: 'x',
        code: 11_000,
        writeErrors: [
          { index: 0, code: 11_000, errmsg: 'x' },
          { index: 1, code: 14_031, errmsg: 'x' },
        ],
      }),
      'full',
    ],
    ['a full disk under a file', new ServiceUnavailableException('x', { cause: systemError('ENOSPC') }), 'full'],
    [
      'no descriptor for a connection',
      new mongo.MongoNetworkError('x', { cause: systemError('EMFILE') }),
      'descriptors',
    ],
    [
      'no descriptor for a file',
      new Error('x', { cause: new Error('y', { cause: systemError('ENFILE') }) }),
      'descriptors',
    ],
  ])('is found in %s', (_case, error, outage) => {
    expect(outageOf(error)).toBe(outage);
  });

  it.each([
    ['a duplicate key', bulkError({ message: 'x', code: 11_000 })],
    ['a refused value', new mongo.MongoServerError({ message: 'x', code: 2 })],
    ['a mistake', new TypeError('x')],
    ['a mistake in the use of the driver', new mongo.MongoInvalidArgumentError('x')],
    ['another response of ours', new ServiceUnavailableException('x')],
    ['another failure of the system', systemError('ENOENT')],
    ['nothing', undefined],
  ])('is none in %s', (_case, error) => {
    expect(outageOf(error)).toBeUndefined();
  });
});
