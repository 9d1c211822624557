import { mongo } from 'mongoose';
import { lostWrites } from './writes.js';

function bulkError(...failures: { index: number; code: number; errmsg: string }[]): mongo.MongoBulkWriteError {
  const writeErrors = failures as mongo.WriteError[];
  return new mongo.MongoBulkWriteError({ message: 'x', code: 1, writeErrors }, {} as mongo.BulkWriteResult);
}

describe('writes of a bulk that lost against others', () => {
  const duplicate = { index: 1, code: 11000, errmsg: 'E11000 duplicate key error' };
  const conflict = { index: 3, code: 112, errmsg: 'WriteConflict' };
  const deadlock = { index: 4, code: 8000, errmsg: 'deadlock detected' };
  const refused = { index: 5, code: 121, errmsg: 'Document failed validation' };

  it('are those with a duplicate key, a conflict or a deadlock', () => {
    expect(lostWrites(bulkError(duplicate, conflict, deadlock))).toEqual(new Set([1, 3, 4]));
  });

  it.each([
    ['another failure', bulkError(duplicate, refused)],
    ['no failure of a write', bulkError()],
    ['an outage', new mongo.MongoNetworkError('gone')],
  ])('are not read out of %s', (_case, error) => {
    expect(() => lostWrites(error)).toThrow(error);
  });
});
