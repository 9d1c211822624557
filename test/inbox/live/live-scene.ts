import { io, type Socket } from 'socket.io-client';
import { SessionTokens } from '../../../src/inbox/widget/sessions/session-tokens.service.js';
import { withTimeout } from '../../../src/platform/deadline.js';
import type { StoredMessageDto } from '../../../src/inbox/live/stored-message.js';
import { EngineScene, inApp } from '../../delivery/engine-scene.js';
import type { TestApp } from '../../test-app.js';

const PATIENCE_MS = 120_000;

/** The counts of one event, in both forms. */
export interface UnreadEvent {
  counts: { total: number; severity: Record<string, number> };
  unreadCount: number;
  hasMore: boolean;
}

/** A client of live updates, and all it was told, in its order. */
export class LiveClient {
  readonly told: { event: string; data: object }[] = [];
  private readonly looks = new Set<() => void>();

  private constructor(readonly socket: Socket) {
    socket.onAny((event: string, data: object) => {
      this.told.push({ event, data });
      for (const look of this.looks) look();
    });
    socket.on('connect', () => {
      for (const look of this.looks) look();
    });
  }

  static open(url: string, auth: { query?: object; auth?: object }): LiveClient {
    return new LiveClient(io(url, { transports: ['websocket'], forceNew: true, reconnection: false, ...auth }));
  }

  /** Resolves when the server has let it in. */
  async connected(): Promise<this> {
    await this.until(() => this.socket.connected);
    expect(this.socket.connected).toBe(true);
    return this;
  }

  /** Resolves when the server has closed it, with the reason. */
  disconnected(): Promise<string> {
    return new Promise((resolve) => this.socket.once('disconnect', resolve));
  }

  get events(): string[] {
    return this.told.map(({ event }) => event);
  }

  get messages(): StoredMessageDto[] {
    return this.all<{ message: StoredMessageDto }>('notification_received').map(({ message }) => message);
  }

  get unread(): UnreadEvent | undefined {
    return this.all<UnreadEvent>('unread_count_changed').at(-1);
  }

  get unseen(): number | undefined {
    return this.all<{ unseenCount: number }>('unseen_count_changed').at(-1)?.unseenCount;
  }

  all<T>(event: string): T[] {
    return this.told.filter((told) => told.event === event).map(({ data }) => data as T);
  }

  /** Waits until the last counts are these. */
  async counts(unread: number, unseen: number): Promise<void> {
    await this.until(() => this.unread?.counts.total === unread && this.unseen === unseen);
    expect({ unread: this.unread?.counts.total, unseen: this.unseen }).toEqual({ unread, unseen });
  }

  async received(...bodies: string[]): Promise<void> {
    await this.until(() => this.messages.length >= bodies.length);
    expect(this.messages.map(({ content }) => content)).toEqual(bodies);
  }

  /** Waits until what this client was told is so, or it is plain that it never will be. */
  async until(isSo: () => boolean): Promise<void> {
    let look: (() => void) | undefined;
    const so = new Promise<void>((resolve) => {
      look = () => isSo() && resolve();
      this.looks.add(look);
      look();
    });
    await withTimeout(PATIENCE_MS, so).catch(() => undefined);
    this.looks.delete(look!);
  }

  close(): void {
    this.socket.disconnect();
  }
}

/** An application that listens, people in it, and the clients they look at their inboxes with. */
export class LiveScene {
  private readonly clients: LiveClient[] = [];
  private readonly urls = new Map<TestApp, string>();

  private constructor(readonly engine: EngineScene) {}

  static async start(options: Parameters<typeof EngineScene.start>[0] = {}): Promise<LiveScene> {
    const scene = new LiveScene(await EngineScene.start(options));
    await scene.listen(scene.engine.carillon);
    return scene;
  }

  /** Lets an application of this scene be reached by clients. */
  async listen(carillon: TestApp): Promise<void> {
    await carillon.app.listen({ port: 0, host: '127.0.0.1' });
    this.urls.set(carillon, await carillon.app.getUrl());
  }

  urlOf(carillon: TestApp = this.engine.carillon): string {
    return this.urls.get(carillon)!;
  }

  async close(): Promise<void> {
    this.closeClients();
    await this.engine.close();
  }

  closeClients(): void {
    for (const client of this.clients.splice(0)) client.close();
  }

  async tokenFor(subscriberId: string, contextKeys: string[] = []): Promise<string> {
    const subscriber = await this.engine.subscribers.findOne({ subscriberId }).lean().orFail();
    const { environmentId, organizationId } = subscriber;
    const owner = { environmentId, organizationId, subscriber, contextKeys };
    return this.engine.carillon.app.get(SessionTokens).issue(owner);
  }

  /** A client that need not be let in. */
  open(auth: { query?: object; auth?: object }, carillon?: TestApp): LiveClient {
    const client = LiveClient.open(this.urlOf(carillon), auth);
    this.clients.push(client);
    return client;
  }

  /** A client of a subscriber, let in and told how things stand. */
  async connect(
    subscriberId: string,
    { contextKeys, carillon, after }: { contextKeys?: string[]; carillon?: TestApp; after?: string } = {},
  ): Promise<LiveClient> {
    const query = { token: await this.tokenFor(subscriberId, contextKeys) };
    const client = await this.open({ query, auth: { after } }, carillon).connected();
    await client.until(() => client.unread !== undefined);
    return client;
  }

  /** Somebody to be notified, who exists. */
  person(fields: object = {}): Promise<string> {
    return this.engine.subscriber(fields);
  }

  /** A workflow of one in-app step whose message says what the trigger says. */
  workflow(controlValues: object = {}, fields: object = {}): Promise<string> {
    return this.engine.workflow([inApp('{{payload.text}}', controlValues)], fields);
  }

  /** Delivers a message with this text. */
  async send(workflow: string, to: unknown, text: string, fields: object = {}): Promise<void> {
    await this.engine.trigger(workflow, { to, payload: { text }, ...fields });
  }
}
