import { HttpException } from '@nestjs/common';
import { UnreadJson } from '../../platform/values/unread-json.js';
import { newTransactionId, type ReadEvent, readBulk } from './read-trigger.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('T10: a transaction id that is made up', () => {
  it('is a UUID, another each time', () => {
    const ids = [newTransactionId(), newTransactionId(), newTransactionId('a'), newTransactionId('a', 1)];
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(4);
  });

  it('begins with the time', () => {
    const before = Date.now();
    const id = newTransactionId();
    const time = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });

  it('D8: is the same for the same call and place', () => {
    expect(newTransactionId('a', 3)).toBe(newTransactionId('a', 3));
    expect(newTransactionId('b', 3)).not.toBe(newTransactionId('a', 3));
  });
});

describe('T5: the events of a large bulk', () => {
  const limits = {
    maxRecipients: 10,
    maxPayloadBytes: 524_288,
    maxAttachmentsBytes: 524_288,
    maxBulkEvents: 100,
    maxContexts: 5,
    maxContextBytes: 65_536,
  };
  const KILOBYTE = 'x'.repeat(1024);
  const unread = (payload: string) => {
    const text = `{"name":"a","to":"b","payload":${payload},"other":1}`;
    return new UnreadJson(text, text.length);
  };
  const kilobytes = (count: number) => unread(JSON.stringify({ text: KILOBYTE.repeat(count) }));
  /** Numbers that need 4 bytes as sent, and 21 when they are written again. */
  const growing = unread(`{"list":[${Array.from({ length: 30_000 }, () => '1e20').join(',')}]}`);
  const read = async (events: unknown[]) => {
    const portions: ReadEvent[][] = [];
    for await (const portion of readBulk(events, limits, () => undefined, 'call')) portions.push(portion);
    return portions;
  };
  const outcomes = (portions: ReadEvent[][]) =>
    portions.map((portion) =>
      portion.map(({ trigger }) => (trigger instanceof HttpException ? trigger.message : trigger.name)),
    );

  it('come in portions of half a megabyte', async () => {
    const portions = await read([300, 300, 500, 20, 1].map(kilobytes));
    expect(outcomes(portions)).toEqual([['a', 'a'], ['a', 'a'], ['a']]);
  });

  it('are those that they are in a small one', async () => {
    const events = [unread('{"n":1}'), unread('[]'), unread('{}')];
    const values = events.map((event) => event.read());
    expect(await read(events)).toEqual(await read(values));
  });

  it('T12: are refused as a whole before the first portion when one of them is too large', async () => {
    const portions = readBulk([...[500, 500].map(kilobytes), kilobytes(512)], limits, () => undefined);
    await expect(portions.next()).rejects.toThrow('events.2: payload has 524299 bytes as JSON');
    await expect(read([growing])).rejects.toThrow('events.0: payload has 660010 bytes as JSON');
  });

  it('T12: one that turns out to be too large after a portion is refused alone', async () => {
    expect(outcomes(await read([kilobytes(511), kilobytes(10), growing, kilobytes(1)]))).toEqual([
      ['a', 'a'],
      [expect.stringContaining('events.2: payload has 660010 bytes'), 'a'],
    ]);
  });
});
