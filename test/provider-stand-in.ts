import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Type } from '@nestjs/common';
import type { World } from '#libs/providers/kit/provider.js';
import { FakeHttp2Service } from '#libs/providers/testing/fake-http2-service.js';
import { TEST_CERTIFICATE } from '#libs/providers/testing/test-certificate.js';
import { ProviderIO } from '../src/delivery/sending/provider-io.js';

/** The origin that a request was meant for. */
const MEANT_FOR = 'x-meant-for';

/** A response of a service. */
export interface StandInResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A request as it came, with the address that it was meant for. */
interface StandInRequest {
  url: string;
  body: string;
}

/**
 * A server in place of the services on the internet that providers call by addresses of their own, and one that speaks
 * HTTP/2 in place of Apple's.
 */
export class StandIn {
  readonly requests: StandInRequest[] = [];
  /** The port of the mail server in place of those on the internet; without it they are called. */
  mailPort?: number;
  respond: (request: StandInRequest) => StandInResponse = () => ({ status: 404 });

  private constructor(
    private readonly server: Server,
    readonly apple: FakeHttp2Service,
  ) {}

  static async start(): Promise<StandIn> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const url = `${String(request.headers[MEANT_FOR])}${request.url}`;
        const { status, headers, body: answer } = standIn.responseTo({ url, body });
        response.writeHead(status, headers);
        return response.end(answer);
      });
    });
    const standIn = new StandIn(server, await FakeHttp2Service.start());
    standIn.apple.respond = (stream, { headers: { ':authority': host, ':path': path }, body }) => {
      const { status, headers, body: answer } = standIn.responseTo({ url: `https://${host}${path}`, body });
      stream.respond({ ':status': status, ...headers });
      stream.end(answer);
    };
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await Promise.all([new Promise((resolve) => this.server.close(resolve)), this.apple.close()]);
  }

  private responseTo(request: StandInRequest): StandInResponse {
    this.requests.push(request);
    return this.respond(request);
  }
}

/** The network access of providers, whose requests all go to a stand-in. */
export function ioTo(standIn: StandIn): Type<ProviderIO> {
  const { address, apple } = standIn;
  return class extends ProviderIO {
    override open(headers?: Readonly<Record<string, string>>): World {
      const world = super.open(headers);
      return {
        ...world,
        http(request) {
          const { origin, pathname, search } = new URL(request.url);
          const url = `${address}${pathname}${search}`;
          return world.http({ ...request, url, headers: { ...request.headers, [MEANT_FOR]: origin } });
        },
        connect(target) {
          if (target.purpose !== 'mail') return apple.connect(target);
          const port = target.host === 'localhost' ? target.port : (standIn.mailPort ?? target.port);
          return world.connect({ ...target, port, ...(standIn.mailPort && { host: 'localhost' }) });
        },
        ca: TEST_CERTIFICATE,
      };
    }
  };
}
