import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { InEnvironment } from '../../auth/environment-ref.js';
import { INBOX_NOTICES } from '../../notifications/messages/inbox-notices.js';
import { notFound } from '../../platform/errors/exceptions.js';
import { dto } from '../../platform/http/dto.js';
import { BackgroundTask } from '../../platform/scheduling/background-task.js';
import { Clock, later } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { PubSub } from '../../platform/queue/pub-sub.js';
import { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { fromText, type Person, personOf, toText } from './personal-collections.js';
import { PersonalDataService } from './personal-data.service.js';
import { SubscriberDeletion } from './subscriber-deletion.schema.js';
import type { ErasureReceiptDto } from './subscriber-removal.dto.js';

/**
 * Milliseconds after which a deletion is repeated, for what workers stored that had loaded the person before. Usually
 * that is a second of work, in the worst case a slow provider.
 */
const REPETITIONS = [60_000, 600_000, 3_600_000];

/**
 * Deletes subscribers with everything that is stored about them (behaviour R17). In the roles `worker` and `all` it also
 * repeats deletions that are due; any number of processes may do so.
 */
@Injectable()
export class SubscriberDeletionsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new BackgroundTask(
    new OnceLogger(this.logger, 'Could not look for deletions to repeat; it will be tried again'),
    { everyMs: this.config.sweepIntervalSeconds * 1000 },
    () => this.repeatDue(),
  );

  constructor(
    @InjectModel(Subscriber.name) private readonly model: Model<Subscriber>,
    @InjectModel(SubscriberDeletion.name) private readonly deletions: Model<SubscriberDeletion>,
    private readonly subscribers: SubscribersService,
    private readonly data: PersonalDataService,
    private readonly pubSub: PubSub,
    private readonly secrets: SecretBox,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role !== 'api') this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /**
   * Deletes the subscriber, then everything else. A deletion that is interrupted is completed later. The repetitions
   * delete records that a worker stores that has the subscriber in memory. Throws 404 when there is no subscriber with
   * this id, or a concurrent request deleted it.
   */
  async delete(environment: InEnvironment, subscriberId: string): Promise<ErasureReceiptDto> {
    const subscriber = await this.subscribers.findOrFail(environment, subscriberId);
    const person = personOf(subscriber);
    const deletion = await this.note(person);
    const { deletedCount } = await this.model.deleteOne({ _id: subscriber._id });
    if (deletedCount === 0) {
      await this.deletions.deleteOne({ _id: deletion });
      throw notFound('Subscriber', subscriberId);
    }
    this.pubSub.publish(INBOX_NOTICES, { environmentId: environment.id, deleted: [subscriber._id] });
    const records = await this.data.deleteAll(person);
    await this.deletions.updateOne({ _id: deletion }, { complete: true });
    return dto<ErasureReceiptDto>({
      subscriberId,
      erasedAt: this.clock.now(),
      records: { [this.model.collection.name]: deletedCount, ...records },
    });
  }

  /** Repeats the deletions that are due. A deletion that fails stays due. */
  async repeatDue(): Promise<void> {
    const due = await this.deletions.find({ dueAt: { $lte: this.clock.now() } }).lean();
    for (const deletion of due) {
      try {
        await this.repeat(deletion);
      } catch (error) {
        this.logger.warn({ err: error, deletion: deletion._id }, 'A deletion could not be repeated');
      }
    }
  }

  private async note(person: Person): Promise<Types.ObjectId> {
    const _id = new Types.ObjectId();
    const sealedPerson = this.secrets.seal(toText(person), _id);
    await this.deletions.create({
      _id,
      environmentId: person.environmentId,
      sealedPerson,
      complete: false,
      rounds: 0,
      dueAt: this.dueAt(0),
    });
    return _id;
  }

  private async repeat({ _id, environmentId, sealedPerson, complete, rounds }: SubscriberDeletion): Promise<void> {
    const person = fromText(environmentId, this.secrets.open(sealedPerson, _id));
    if (complete) await this.data.deleteInternal(person);
    else await this.finish(person);
    if (rounds + 1 < REPETITIONS.length) {
      await this.deletions.updateOne(
        { _id, rounds },
        { complete: true, rounds: rounds + 1, dueAt: this.dueAt(rounds + 1) },
      );
    } else await this.deletions.deleteOne({ _id });
  }

  /** Completes a deletion that was interrupted. The data of a new subscriber with the same id stays. */
  private async finish(person: Person): Promise<void> {
    await this.model.deleteOne({ _id: person.id });
    const { environmentId, subscriberId } = person;
    const successor = await this.model.exists({ environmentId, subscriberId });
    await (successor ? this.data.deleteInternal(person) : this.data.deleteAll(person));
  }

  private dueAt(rounds: number): Date {
    return later(this.clock.now(), REPETITIONS[rounds] ?? 0);
  }
}
