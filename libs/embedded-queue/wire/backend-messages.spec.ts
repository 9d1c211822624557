import { readReply, startupResponse } from './backend-messages.js';

const message = (type: string, body: string): Buffer => {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(type);
  bytes.writeUInt32BE(4 + body.length, 1);
  bytes.write(body, 5);
  return bytes;
};

const complete = (tag: string): Buffer => message('C', `${tag}\0`);
const notification = message('A', '\0\0\0\0jobs\0mail\0');
const error = message('E', 'SERROR\0VERROR\0CXX001\0Minvalid page\0\0');
const ready = message('Z', 'I');

describe('readReply', () => {
  it('leaves a response without notifications as it is', () => {
    const response = Buffer.concat([complete('SELECT 1'), ready]);
    expect(readReply(response)).toEqual({
      response,
      notifications: undefined,
      listens: false,
      error: undefined,
      ready: true,
    });
  });

  it('takes notifications out', () => {
    const reply = readReply(Buffer.concat([complete('NOTIFY'), notification, notification, ready]));
    expect(reply.response).toEqual(Buffer.concat([complete('NOTIFY'), ready]));
    expect(reply.notifications).toEqual(Buffer.concat([notification, notification]));
  });

  it('notices that the client listens now', () => {
    expect(readReply(Buffer.concat([complete('LISTEN'), ready])).listens).toBe(true);
    expect(readReply(Buffer.concat([complete('UNLISTEN'), ready])).listens).toBe(false);
  });

  it('reads code and text of an error', () => {
    expect(readReply(Buffer.concat([error, ready])).error).toEqual({ code: 'XX001', message: 'invalid page' });
  });

  it('notices that the session is not ready, as after a panic or in the middle of an exchange', () => {
    expect(readReply(error).ready).toBe(false);
    expect(readReply(Buffer.alloc(0)).ready).toBe(false);
  });
});

describe('startupResponse', () => {
  it('accepts, tells the parameters, and is ready', () => {
    const response = startupResponse(new Map([['server_version', '18.0']]));
    const types: string[] = [];
    for (let at = 0; at < response.length; at += 1 + response.readUInt32BE(at + 1))
      types.push(response.toString('latin1', at, at + 1));
    expect(types).toEqual(['R', 'S', 'K', 'Z']);
    expect(response.includes('server_version\x0018.0\x00')).toBe(true);
  });
});
