import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { deserialize, type Document, serialize } from 'bson';
import { Random } from '../support/random.js';
import { useStore } from '../support/use-store.js';

const store = useStore('wire');

/** A message with its header: length, request id, response to, operation. */
function message(operation: number, body: Buffer, length = body.length + 16): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(length, 0);
  header.writeInt32LE(42, 4);
  header.writeInt32LE(operation, 12);
  return Buffer.concat([header, body]);
}

/** An OP_MSG with flags and one document. */
function opMsg(document: Document, flags = 0): Buffer {
  return message(2013, Buffer.concat([int32(flags), Buffer.from([0]), serialize(document)]));
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

async function openSocket(): Promise<Socket> {
  const { hostname, port } = new URL(store.uri());
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Reads one answer and returns its document. */
async function answer(socket: Socket): Promise<Document> {
  let received = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk]);
    if (received.length >= 16 && received.length >= received.readInt32LE(0)) break;
  }
  // OP_MSG: flags and kind before the document; OP_REPLY: twenty bytes of flags, cursor and counts
  return deserialize(received.subarray(received.readInt32LE(12) === 1 ? 36 : 21));
}

describe('bytes on the wire', () => {
  it('commands in one piece and byte by byte are answered alike', async () => {
    const socket = await openSocket();
    const ping = opMsg({ ping: 1, $db: 'admin' });
    socket.write(ping);
    expect(await answer(socket)).toMatchObject({ ok: 1 });
    for (const byte of ping) socket.write(Buffer.from([byte]));
    expect(await answer(socket)).toMatchObject({ ok: 1 });
    socket.destroy();
  });

  it('the old form of the greeting is understood', async () => {
    const socket = await openSocket();
    const query = [
      int32(0),
      Buffer.from('admin.$cmd\0'),
      int32(0),
      int32(-1),
      serialize({ isMaster: 1, helloOk: true }),
    ];
    socket.write(message(2004, Buffer.concat(query)));
    expect(await answer(socket)).toMatchObject({ ok: 1, ismaster: true, helloOk: true, maxWireVersion: 21 });
    socket.destroy();
  });

  it('a message without an expected answer gets none', async () => {
    const socket = await openSocket();
    const moreToCome = 2;
    const $db = store.database().databaseName;
    socket.write(opMsg({ insert: 'silent', documents: [{ _id: 1 }], writeConcern: { w: 0 }, $db }, moreToCome));
    socket.write(opMsg({ count: 'silent', $db }));
    expect(await answer(socket)).toMatchObject({ n: 1, ok: 1 });
    socket.destroy();
  });

  const ping = opMsg({ ping: 1, $db: 'admin' });
  const document = serialize({ ping: 1, $db: 'admin' });
  it.each<[string, Buffer]>([
    ['another protocol', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    ['a length below the header', message(2013, Buffer.alloc(0), 5)],
    ['a negative length', message(2013, Buffer.alloc(0), -1)],
    ['a length beyond 48 MB', message(2013, Buffer.alloc(100), 49_000_000)],
    ['an unknown operation', message(9999, Buffer.alloc(20))],
    ['a compressed message nobody agreed on', message(2012, Buffer.alloc(20))],
    ['an empty body', message(2013, Buffer.alloc(0))],
    ['no section', message(2013, int32(0))],
    ['an unknown section', message(2013, Buffer.concat([int32(0), Buffer.from([7]), document]))],
    ['unknown required flags', message(2013, Buffer.concat([int32(1 << 5), Buffer.from([0]), document]))],
    ['a document longer than its message', message(2013, Buffer.concat([int32(0), Buffer.from([0]), int32(5000)]))],
    [
      'a document of negative length',
      message(2013, Buffer.concat([int32(0), Buffer.from([0]), int32(-5), Buffer.alloc(20)])),
    ],
    [
      'a document without its end',
      message(2013, Buffer.concat([int32(0), Buffer.from([0]), document.subarray(0, -1), Buffer.from([9])])),
    ],
    [
      'a sequence longer than its message',
      message(
        2013,
        Buffer.concat([int32(0), Buffer.from([0]), document, Buffer.from([1]), int32(900), Buffer.from('documents\0')]),
      ),
    ],
    [
      'an unknown type in a document',
      (() => {
        const bytes = Buffer.from(ping);
        bytes[25] = 0x77;
        return bytes;
      })(),
    ],
  ])('%s closes that connection, or is answered with an error, and disturbs no other', async (_, bytes) => {
    const items = store.collection();
    await items.insertOne({ before: true });
    const socket = await openSocket();
    const closed = once(socket, 'close').then(() => 'closed' as const);
    socket.on('error', () => {});
    socket.write(bytes);
    const outcome = await Promise.race([closed, answer(socket).catch(() => 'closed' as const)]);
    if (outcome !== 'closed') expect(outcome).toMatchObject({ ok: 0 });
    socket.destroy();
    await items.insertOne({ after: true });
    expect(await items.countDocuments()).toBe(2);
  });

  it('random damage to a valid insert never leaves half a document', async () => {
    const random = new Random(20_240_711);
    const items = store.collection();
    const fields = {
      insert: items.collectionName,
      documents: [{ a: 1, text: 'x'.repeat(50), list: [1, 2, { b: 3 }] }],
    };
    const valid = opMsg({ ...fields, $db: store.database().databaseName });
    for (let round = 0; round < 200; round++) {
      const bytes = Buffer.from(valid);
      for (let i = random.between(1, 4); i > 0; i--)
        bytes[random.between(16, bytes.length - 1)] = random.between(0, 255);
      const socket = await openSocket();
      socket.on('error', () => {});
      const closed = once(socket, 'close');
      socket.end(bytes);
      socket.resume();
      await closed;
    }
    // whatever got through is a whole document that can be found again; texts may be damaged, MongoDB takes them as bytes
    const stored = await items.find({}, { enableUtf8Validation: false }).toArray();
    for (const { _id } of stored) expect(await items.countDocuments({ _id })).toBe(1);
    expect(await store.database().command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it('a client that leaves in the middle of a message has no effect', async () => {
    const items = store.collection();
    const insert = opMsg({ insert: items.collectionName, documents: [{ a: 1 }], $db: store.database().databaseName });
    const socket = await openSocket();
    socket.write(insert.subarray(0, insert.length - 3));
    socket.destroy();
    await once(socket, 'close');
    expect(await items.countDocuments()).toBe(0);
  });
});
