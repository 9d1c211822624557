import {
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { World } from '../kit/provider.js';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from './test-certificate.js';

/** A request as it came over the wire. */
interface Http2Received {
  headers: Record<string, string>;
  body: string;
}

/** An HTTP/2 server on loopback with the test certificate: it records requests, and responds as configured. */
export class FakeHttp2Service {
  readonly received: Http2Received[] = [];
  /** Every connection so far. */
  readonly sessions: ServerHttp2Session[] = [];
  private readonly sockets = new Set<Socket>();
  /** Responds to a request. */
  respond: (stream: ServerHttp2Stream, received: Http2Received) => void = (stream) =>
    stream.respond({ ':status': 200 }, { endStream: true });

  private constructor(private readonly server: Http2SecureServer) {}

  static async start(): Promise<FakeHttp2Service> {
    const server = createSecureServer({ key: TEST_CERTIFICATE_KEY, cert: TEST_CERTIFICATE });
    const fake = new FakeHttp2Service(server);
    server.on('connection', (socket: Socket) => fake.sockets.add(socket));
    server.on('session', (session) => {
      session.on('error', () => undefined);
      fake.sessions.push(session);
    });
    server.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      void fake.take(stream, headers);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return fake;
  }

  /** Connects to this service, whatever the host. */
  readonly connect: World['connect'] = async () => {
    const { port } = this.server.address() as AddressInfo;
    const socket: Socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private async take(stream: ServerHttp2Stream, headers: object): Promise<void> {
    const body = await text(stream).catch(() => '');
    const named = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const received: Http2Received = { headers: Object.fromEntries(named), body };
    this.received.push(received);
    if (!stream.destroyed) this.respond(stream, received);
  }
}
