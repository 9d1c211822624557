import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Server, type Socket } from 'socket.io';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import { Clock } from '../../platform/clock.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { withTimeout } from '../../platform/deadline.js';
import { Config } from '../../platform/config/config.js';
import { INBOX_NOTICES } from '../../notifications/messages/inbox-notices.js';
import { PubSub } from '../../platform/queue/pub-sub.js';
import { Connections, LiveConnection, type LiveSession } from './connections.js';
import { CountsPublisher } from './counts-publisher.js';
import { LivePresenceService } from './live-presence.service.js';
import { LimitedWebSockets } from './packet-limit.js';
import { UpdatesService } from './updates.service.js';
import { AdmissionService, afterOf, tokenOf } from './admission.service.js';

/** Maximum size of what a client sends, in bytes: nothing of it is read. */
const MAX_BYTES = 10_000;

/** Time in which a client must complete the handshake. */
const HANDSHAKE_MS = 10_000;

/** A client waits at most this long until it is stored as online. */
const NOTING_MS = 2000;

/** Time for clients to close their connections at shutdown. */
const CLOSING_MS = 1000;

/** Interval of looking for expired sessions. */
const SESSIONS_MS = 10_000;

/**
 * Socket.IO on the API's own port, for inbox widgets: one connection per client, for one inbox. Only the `websocket`
 * transport: polling would need a load balancer that sends all requests of a client to the same process.
 */
@Injectable()
export class LiveServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server?: Server;
  private stopping = false;
  private readonly transports = new Set<Duplex>();
  private readonly admitted = new WeakMap<Socket, LiveConnection>();
  private readonly outage = new OnceLogger(this.logger, 'Clients cannot connect to live updates; they try again');
  private readonly expiry = new BackgroundTask(
    new OnceLogger(this.logger, 'Connections of expired sessions could not be closed; this is tried again'),
    { everyMs: SESSIONS_MS },
    () => this.closeEnded(),
  );

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly pubSub: PubSub,
    private readonly admission: AdmissionService,
    private readonly connections: Connections,
    private readonly updates: UpdatesService,
    private readonly counts: CountsPublisher,
    private readonly presence: LivePresenceService,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'worker') return;
    await this.pubSub.subscribe(INBOX_NOTICES, this.updates);
    const http = this.http.httpAdapter.getHttpServer() as HttpServer;
    http.on('upgrade', (_request, transport: Duplex) => {
      // A new connection would keep the HTTP server from closing.
      if (this.stopping) transport.destroy();
      this.transports.add(transport);
      transport.once('close', () => this.transports.delete(transport));
    });
    this.server = new Server(http, {
      transports: ['websocket'],
      serveClient: false,
      maxHttpBufferSize: MAX_BYTES,
      connectTimeout: HANDSHAKE_MS,
      wsEngine: LimitedWebSockets,
    });
    this.server.use((socket, next) => void this.admit(socket, next));
    this.server.on('connection', (socket) => this.open(socket));
    this.presence.start();
    this.expiry.start();
  }

  /** Closes the transports, not the sockets, so that clients connect to another process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.expiry.stop();
    this.server?.engine.close();
    await this.presence.stop();
    // Clients that do not respond would keep the HTTP server from closing.
    const closed = [...this.transports].map((transport) => once(transport, 'close'));
    await withTimeout(CLOSING_MS, Promise.all(closed)).catch(() => undefined);
    for (const transport of this.transports) transport.destroy();
  }

  /** Closes connections whose session has expired. */
  closeEnded(): void {
    const now = this.clock.now();
    for (const connection of this.connections) if (connection.session.until <= now) connection.close();
  }

  // Runs before the client learns that it is connected, so that events triggered afterwards find it here, and online.
  private async admit(socket: Socket, next: () => void): Promise<void> {
    try {
      const session = await this.admission.admit(tokenOf(socket.handshake));
      this.outage.worked();
      if (session && socket.conn.readyState === 'open') await this.enter(socket, session);
    } catch (error) {
      this.outage.failed(error);
      // Not the socket: a client reconnects when the transport closes, but gives up when it is disconnected.
      socket.conn.close();
    }
    next();
  }

  private async enter(socket: Socket, session: LiveSession): Promise<void> {
    const connection = new LiveConnection(
      session,
      (event, data) => void socket.emit(event, data),
      () => void socket.disconnect(true),
    );
    if (this.connections.isFull(connection.subscriberId)) return;
    this.admitted.set(socket, connection);
    socket.conn.once('close', () => this.leave(connection));
    socket.once('disconnect', () => this.leave(connection));
    if (!this.connections.add(connection)) return;
    await withTimeout(NOTING_MS, this.presence.changed(connection)).catch(() => undefined);
  }

  private open(socket: Socket): void {
    const connection = this.admitted.get(socket);
    if (!connection) {
      socket.disconnect(true);
      return;
    }
    void this.updates
      .catchUp(connection, afterOf(socket.handshake))
      .then(() => this.counts.changed(connection.subscriberId));
  }

  private leave(connection: LiveConnection): void {
    if (this.connections.remove(connection)) void this.presence.changed(connection);
  }
}
