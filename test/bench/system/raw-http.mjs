// Requests as bytes that are made once and written again and again on open connections. The sender uses the processors of what
// is measured, and a client that makes each request anew takes more of them.
import { once } from 'node:events';
import { connect } from 'node:net';

/** The bytes of a POST request. */
export function rawRequest(address, headers, body) {
  const { host, pathname } = new URL(address);
  const fields = { host, ...headers, 'content-length': Buffer.byteLength(body) };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
}

/** Opens a connection to the server of an address. */
export async function openConnection(address) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Connections to one server, each opened when no other is free. */
export class Connections {
  #address;
  #free = [];

  constructor(address) {
    this.#address = address;
  }

  /** As {@link exchange}, on one of them. */
  async exchange(request) {
    const socket = this.#free.pop() ?? (await this.#open());
    const status = await exchange(socket, request);
    this.#free.push(socket);
    return status;
  }

  /** Closes those that are free. */
  close() {
    for (const socket of this.#free) socket.destroy();
  }

  async #open() {
    const socket = await openConnection(this.#address);
    // The server closes a connection that is not used for a while.
    return socket.once('close', () => (this.#free = this.#free.filter((one) => one !== socket)));
  }
}

/** Sends a request, waits until its whole response is there, and returns its status. */
export function exchange(socket, request) {
  return new Promise((resolve, reject) => {
    let received = '';
    const read = (chunk) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end === -1 || received.length < end + 4 + Number(/content-length: (\d+)/i.exec(received)[1])) return;
      socket.off('data', read).off('close', reject);
      resolve(Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)));
    };
    socket.on('data', read).on('close', reject);
    socket.write(request);
  });
}
