import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Type } from '@nestjs/common';
import type { World } from '#libs/providers/kit/provider.js';
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

/** One server in place of the services on the internet that providers call by addresses of their own. */
export class StandIn {
  readonly requests: StandInRequest[] = [];
  respond: (request: StandInRequest) => StandInResponse = () => ({ status: 404 });

  private constructor(private readonly server: Server) {}

  static async start(): Promise<StandIn> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const received = { url: `${String(request.headers[MEANT_FOR])}${request.url}`, body };
        standIn.requests.push(received);
        const { status, headers, body: answer = '' } = standIn.respond(received);
        response.writeHead(status, headers);
        return response.end(answer);
      });
    });
    const standIn = new StandIn(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** The network access of providers, whose HTTP requests all go to a stand-in. */
export function ioTo(address: string): Type<ProviderIO> {
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
      };
    }
  };
}
