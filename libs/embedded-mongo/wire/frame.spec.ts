import { documentFrom } from '../bson/convert.js';
import {
  FrameReader,
  HEADER_LENGTH,
  MAX_MESSAGE_SIZE,
  messageReply,
  OpCode,
  parseRequest,
  WireError,
} from './frame.js';

const ping = documentFrom({ ping: 1, $db: 'admin' }).slice();

function framed(body: Buffer, opCode: number = OpCode.Msg): Buffer {
  const header = Buffer.alloc(HEADER_LENGTH);
  header.writeInt32LE(HEADER_LENGTH + body.length, 0);
  header.writeInt32LE(7, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, body]);
}

const message = framed(Buffer.concat([Buffer.alloc(5), ping]));

describe('messages', () => {
  it('are put together from any pieces', () => {
    const stream = Buffer.concat([message, message, message]);
    for (const size of [1, 3, 17, 50, stream.length]) {
      const reader = new FrameReader();
      const frames = [];
      for (let i = 0; i < stream.length; i += size) frames.push(...reader.push(stream.subarray(i, i + size)));
      expect(frames.map(({ requestId, opCode, body }) => [requestId, opCode, body.length])).toEqual(
        Array.from({ length: 3 }, () => [7, OpCode.Msg, 5 + ping.length]),
      );
    }
  });

  it('of an impossible length are refused at once', () => {
    for (const length of [0, 15, -1, MAX_MESSAGE_SIZE + 1]) {
      const header = Buffer.alloc(4);
      header.writeInt32LE(length);
      expect(() => new FrameReader().push(header)).toThrow(WireError);
    }
  });

  it('give their command and document sequences', () => {
    const document = documentFrom({ a: 1 }).slice();
    const name = Buffer.from('documents\0');
    const size = Buffer.alloc(4);
    size.writeInt32LE(4 + name.length + 2 * document.length);
    const sequence = Buffer.concat([Buffer.of(1), size, name, document, document]);
    const body = Buffer.concat([Buffer.from([2, 0, 0, 0, 0]), ping, sequence]);
    const request = parseRequest({ requestId: 1, opCode: OpCode.Msg, body });
    expect(request.wantsReply).toBe(false);
    expect(request.sequences.get('documents')?.length).toBe(2);
  });

  it.each<[string, Buffer, number]>([
    ['no body', Buffer.alloc(4), OpCode.Msg],
    ['two bodies', Buffer.concat([Buffer.alloc(5), ping, Buffer.of(0), ping]), OpCode.Msg],
    ['unknown required flags', Buffer.concat([Buffer.from([0x80, 0, 0, 0, 0]), ping]), OpCode.Msg],
    ['an unknown section', Buffer.concat([Buffer.from([0, 0, 0, 0, 9]), ping]), OpCode.Msg],
    ['a document cut short', Buffer.concat([Buffer.alloc(5), ping.subarray(0, -3)]), OpCode.Msg],
    ['an unknown operation', Buffer.alloc(8), 2012],
    ['garbage', Buffer.alloc(40, 0xee), OpCode.Msg],
  ])('with %s are refused', (_name, body, opCode) => {
    expect(() => parseRequest({ requestId: 1, opCode, body })).toThrow(WireError);
  });

  it('are answered with the id they came with', () => {
    const reply = messageReply(7, ping);
    expect([reply.readInt32LE(0), reply.readInt32LE(8), reply.readInt32LE(12)]).toEqual([reply.length, 7, OpCode.Msg]);
  });
});
