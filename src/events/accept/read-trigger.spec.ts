import { newTransactionId } from './read-trigger.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('T10: a transaction id that is made up', () => {
  it('is a UUID, another each time', () => {
    const ids = [newTransactionId(), newTransactionId(), newTransactionId('a'), newTransactionId('a', 1)];
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(4);
  });

  it('D8: is the same for the same call and place', () => {
    expect(newTransactionId('a', 3)).toBe(newTransactionId('a', 3));
    expect(newTransactionId('b', 3)).not.toBe(newTransactionId('a', 3));
  });
});
