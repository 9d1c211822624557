import fc from 'fast-check';
import { FrontendProtocolError, FrontendReader, type FrontendRequest, simpleQuery } from './frontend-messages.js';

const message = (type: string, body: string): Buffer => {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(type);
  bytes.writeUInt32BE(4 + body.length, 1);
  bytes.write(body, 5);
  return bytes;
};

const opening = (code: number, rest = ''): Buffer => {
  const bytes = Buffer.alloc(8 + rest.length);
  bytes.writeUInt32BE(bytes.length);
  bytes.writeUInt32BE(code, 4);
  bytes.write(rest, 8);
  return bytes;
};

const SSL = opening(80877103);
const STARTUP = opening(3 << 16, 'user\0postgres\0\0');
const parse = message('P', '\0SELECT $1\0\0\0');
const bind = message('B', 'values');
const sync = message('S', '');
const flush = message('H', '');

const readAll = (bytes: Buffer, cuts: readonly number[]): FrontendRequest[] => {
  const reader = new FrontendReader();
  const edges = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  return edges.slice(1).flatMap((end, i) => reader.read(bytes.subarray(edges[i], end)));
};

describe('FrontendReader', () => {
  const conversation = Buffer.concat([SSL, STARTUP, simpleQuery('SELECT 1'), parse, bind, sync, parse, flush, sync]);
  const requests: FrontendRequest[] = [
    { kind: 'encryption' },
    { kind: 'startup' },
    { kind: 'exchange', bytes: simpleQuery('SELECT 1'), complete: true },
    { kind: 'exchange', bytes: Uint8Array.from(Buffer.concat([parse, bind, sync])), complete: true },
    { kind: 'exchange', bytes: Uint8Array.from(Buffer.concat([parse, flush])), complete: false },
    { kind: 'exchange', bytes: Uint8Array.from(sync), complete: true },
  ];

  it('finds the same requests however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(conversation.length)), (cuts) => {
        expect(readAll(conversation, cuts)).toEqual(requests);
      }),
    );
  });

  it('gives nothing of an exchange before it is whole', () => {
    const reader = new FrontendReader();
    reader.read(STARTUP);
    expect(reader.read(Buffer.concat([parse, bind]))).toEqual([]);
    expect(reader.read(sync)).toHaveLength(1);
  });

  it('knows the end of a connection and a request to cancel', () => {
    expect(readAll(Buffer.concat([STARTUP, message('X', '')]), [])).toEqual([
      { kind: 'startup' },
      { kind: 'terminate' },
    ]);
    expect(readAll(opening(80877102, 'pid and key'), [])).toEqual([{ kind: 'terminate' }]);
  });

  it.each([
    ['another protocol', opening(2 << 16)],
    ['a first message too short to be one', Buffer.from('0000000400000000', 'hex')],
    ['a message longer than any', Buffer.concat([STARTUP, Buffer.from('51ffffffff', 'hex')])],
    ['a message shorter than its own length', Buffer.concat([STARTUP, Buffer.from('5100000003', 'hex')])],
  ])('refuses %s', (_, bytes) => {
    expect(() => readAll(bytes, [])).toThrow(FrontendProtocolError);
  });
});
