import {
  type BeforeApplicationShutdown,
  HttpException,
  HttpStatus,
  Injectable,
  type OnApplicationBootstrap,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { Types } from 'mongoose';
import { AccessGuard } from '../../../auth/access.guard.js';
import { CredentialCaches } from '../../../auth/credential-caches.service.js';
import type { AuthenticatedRequest, EnvironmentRef } from '../../../auth/environment-ref.js';
import { BackgroundTask } from '../../../platform/scheduling/background-task.js';
import { Config } from '../../../platform/config/config.js';
import { IdMap, IdSet } from '../../../platform/ids.js';
import { Logger, OnceLogger } from '../../../platform/logging/logger.js';
import { type NoticeSubscriber, PubSub } from '../../../platform/queue/pub-sub.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { WorkflowsService } from '../../../workflows/workflows.service.js';
import type { ActivityNotificationDto } from '../activity.dto.js';
import { ActivityService } from '../activity.service.js';
import type { LiveActivityQueryDto } from './live-activity.dto.js';
import { type LiveFilter, LiveStream } from './live-stream.js';
import { RUN_NOTICES, type RunNotice, WATCH_AGAIN_MS, WATCH_NOTICES } from './run-notices.js';

/** Streams that one environment may have in a process, and all of them together. */
export const MAX_PER_ENVIRONMENT = 20;
const MAX_STREAMS = 200;

/** Interval of looking whether those who watch still may, also when no notice of its end arrives. */
const CHECK_MS = 5000;

interface Watcher {
  request: AuthenticatedRequest;
  environment: EnvironmentRef;
  stream: LiveStream;
}

/** The clients of this process that watch runs. */
@Injectable()
export class LiveActivity implements NoticeSubscriber<RunNotice>, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly watchers = new Set<Watcher>();
  private isStopping = false;
  private readonly reading = new OnceLogger(this.logger, 'Activity could not be streamed; lists have it');
  private readonly checking = new BackgroundTask(
    new OnceLogger(this.logger, 'Whether clients may still watch activity could not be checked; this is tried again'),
    { everyMs: CHECK_MS },
    () => this.check(),
  );
  private readonly watching = new BackgroundTask(
    new OnceLogger(this.logger, 'Other processes could not be asked for activity; this is tried again'),
    { everyMs: WATCH_AGAIN_MS },
    () => this.watchAgain(),
  );

  constructor(
    private readonly access: AccessGuard,
    private readonly activity: ActivityService,
    private readonly subscribers: SubscribersService,
    private readonly workflows: WorkflowsService,
    private readonly pubSub: PubSub,
    private readonly config: Config,
    private readonly logger: Logger,
    caches: CredentialCaches,
  ) {
    // After all caches were cleared.
    caches.add(() => void setImmediate(() => void this.checking.run()));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'worker') return;
    await this.pubSub.subscribe(RUN_NOTICES, this);
    this.checking.start();
    this.watching.start();
  }

  /** Ends the responses, which would keep the HTTP server from closing. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    for (const watcher of this.watchers) this.end(watcher, 'shutdown');
    await Promise.all([this.checking.stop(), this.watching.stop()]);
  }

  /** Begins a stream. Throws 429 when the environment has too many, 503 when the process has, or stops. */
  async open(
    environment: EnvironmentRef,
    request: AuthenticatedRequest,
    query: LiveActivityQueryDto,
  ): Promise<LiveStream> {
    const filter = await this.filterOf(environment, query);
    this.assertRoom(environment);
    const stream = new LiveStream(
      filter,
      (ids) => this.read(environment, ids),
      (error) => this.reading.failed(error),
    );
    const watcher = { request, environment, stream };
    this.watchers.add(watcher);
    stream.body.once('close', () => {
      stream.close();
      this.watchers.delete(watcher);
    });
    this.pubSub.publish(WATCH_NOTICES, { environmentId: environment.id });
    return stream;
  }

  onNotices(notices: readonly RunNotice[]): void {
    if (this.watchers.size === 0) return;
    for (const notice of notices) {
      for (const { environment, stream } of this.watchers) {
        if (environment.id.equals(notice.environmentId)) stream.offer(notice);
      }
    }
  }

  onInterruption(): void {
    this.watchAgain();
  }

  private async read(environment: EnvironmentRef, ids: Types.ObjectId[]): Promise<ActivityNotificationDto[]> {
    const found = await this.activity.findByIds(environment, ids);
    this.reading.worked();
    return found;
  }

  private assertRoom({ id }: EnvironmentRef): void {
    const own = [...this.watchers].filter(({ environment }) => environment.id.equals(id)).length;
    if (own >= MAX_PER_ENVIRONMENT) {
      throw new HttpException(
        `The environment has ${MAX_PER_ENVIRONMENT} streams of activity. Close one, or read GET /v1/notifications.`,
        HttpStatus.TOO_MANY_REQUESTS,
      );
    }
    if (this.isStopping || this.watchers.size >= MAX_STREAMS) {
      throw new ServiceUnavailableException('This process takes no more streams of activity. Try again in a moment.');
    }
  }

  private async filterOf(environment: EnvironmentRef, query: LiveActivityQueryDto): Promise<LiveFilter> {
    const { templates, subscriberIds, status } = query;
    const [workflows, subscribers] = await Promise.all([
      templates && this.workflows.findIdsByReference(environment, templates),
      subscriberIds && this.subscribers.findIds(environment, subscriberIds),
    ]);
    return {
      ...(workflows && { workflowIds: new IdSet(workflows) }),
      ...(subscribers && { subscriberIds: new IdSet(subscribers) }),
      ...(status && { statuses: new Set(status) }),
    };
  }

  /** Tells all processes that someone watches, and proxies that the connections are in use. */
  private watchAgain(): void {
    const watched = new IdMap([...this.watchers].map(({ environment: { id } }) => [id, id]));
    for (const environmentId of watched.values()) this.pubSub.publish(WATCH_NOTICES, { environmentId });
    for (const { stream } of this.watchers) stream.beat();
  }

  private async check(): Promise<void> {
    for (const watcher of this.watchers) {
      if (!(await this.access.isStillAdmitted(watcher.request))) this.end(watcher, 'access');
    }
  }

  private end(watcher: Watcher, reason: 'access' | 'shutdown'): void {
    this.watchers.delete(watcher);
    watcher.stream.end(reason);
  }
}
