import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Hands requests on to a server, and calls back at a write that is named, before or after it has arrived there. */
export class KillingProxy {
  /** Requests that change something. */
  writes = 0;
  /** What the server would have responded if it were another one. */
  rewrite = (_url: string, body: string): string => body;
  private readonly open = new Set<Promise<void>>();
  private at = Number.POSITIVE_INFINITY;
  private before = false;
  private kill: () => void = () => undefined;

  private constructor(
    private readonly target: string,
    private readonly server: Server,
  ) {}

  static async start(target: string): Promise<KillingProxy> {
    const server = createServer((request, response) => {
      const handing: Promise<void> = proxy
        .handOn(request, response)
        .catch(() => void response.destroy())
        .finally(() => proxy.open.delete(handing));
      proxy.open.add(handing);
    });
    const proxy = new KillingProxy(target, server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Calls `kill` at the write of this number from now on. */
  killAt(write: number, { before, kill }: { before: boolean; kill: () => void }): void {
    [this.writes, this.at, this.before, this.kill] = [0, write, before, kill];
  }

  /** Until all that has been sent has arrived: what a killed process sent last may still be on its way. */
  async idle(): Promise<void> {
    await Promise.all(this.open);
  }

  private async handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const body = method === 'GET' ? undefined : await buffer(request);
    const isWrite = method !== 'GET' && !url.endsWith('/diff');
    const isLast = isWrite && ++this.writes === this.at;
    if (isLast && this.before) return this.kill();
    const { host: _host, connection: _connection, 'content-length': _length, ...kept } = headers;
    const forwarded = await fetch(this.target + url, {
      method,
      headers: kept as Record<string, string>,
      ...(body && body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await forwarded.text();
    if (isLast) return this.kill();
    response.writeHead(forwarded.status, {
      'content-type': forwarded.headers.get('content-type') ?? 'application/json',
    });
    response.end(forwarded.status === 204 ? undefined : this.rewrite(url, text));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
