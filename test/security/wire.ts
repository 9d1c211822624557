import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** How long a test waits for what a server must do in a second. */
const PATIENCE_MS = 30_000;

/** A connection on which a test writes what no client would. */
export class Wire {
  private text = '';
  private hasEnded = false;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => (this.text += chunk.toString('latin1')));
    socket.on('end', () => (this.hasEnded = true));
    // A reset is an end, too.
    socket.on('error', () => (this.hasEnded = true));
    socket.on('close', () => (this.hasEnded = true));
  }

  static async to(url: string): Promise<Wire> {
    const { hostname, port } = new URL(url);
    // Half open, so that the test alone decides when its side ends.
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const wire = new Wire(socket);
    await once(socket, 'connect');
    return wire;
  }

  /** Sends lines as the head of a request, and what follows it. */
  request(lines: readonly string[], body = ''): void {
    this.socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  }

  write(text: string | Buffer): void {
    this.socket.write(text);
  }

  /** What has come until it matches, or the server has ended the connection. */
  async until(pattern: RegExp): Promise<string> {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    while (!pattern.test(this.text) && !this.hasEnded) {
      await Promise.race(['data', 'end', 'close'].map((event) => once(this.socket, event, { signal: patience })));
    }
    return this.text;
  }

  /** Everything that came until the server ended the connection. */
  untilEnd(): Promise<string> {
    return this.until(/(?!)/);
  }

  /** Bytes that the server was sent, or that wait for it to read. */
  get written(): number {
    return this.socket.bytesWritten;
  }

  close(): void {
    this.socket.destroy();
  }
}

/** The status, the lower-case head and the JSON body of the last response in a text. */
export function lastResponse(text: string): { status: number; head: string; body: Record<string, unknown> } {
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
  const [head = '', body = ''] = last.split('\r\n\r\n', 2);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    head: head.toLowerCase(),
    body: (body.startsWith('{') ? JSON.parse(body) : {}) as Record<string, unknown>,
  };
}
