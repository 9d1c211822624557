import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Clock } from '../../platform/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Logger } from '../../platform/logging/logger.js';
import { INBOX_NOTICES } from '../../inbox/live/inbox-notices.js';
import { PubSub } from '../../platform/queue/pub-sub/pub-sub.js';
import { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { fromText, type Person, PersonalDataService, personOf, toText } from './personal-data.service.js';
import { SubscriberDeletion } from './subscriber-deletion.schema.js';

/**
 * Milliseconds after which a deletion is repeated, for what workers have stored that were at work when the person was
 * deleted: usually a second's work, in the worst case that of a slow provider.
 */
const REPETITIONS = [60_000, 600_000, 3_600_000];

/** Deletes subscribers with everything that is stored of them (behaviour R17). */
@Injectable()
export class SubscriberDeletionsService {
  constructor(
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    @InjectModel(SubscriberDeletion.name) private readonly deletions: Model<SubscriberDeletion>,
    private readonly people: SubscribersService,
    private readonly data: PersonalDataService,
    private readonly pubSub: PubSub,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Deletes the subscriber, then everything else. Should that end halfway, it is completed later. What a worker stores
   * that has the person in memory goes with the repetitions. 404 when nobody has the id, or somebody was faster.
   */
  async delete(environment: Pick<EnvironmentRef, 'id'>, subscriberId: string): Promise<void> {
    const subscriber = await this.people.findOrFail(environment, subscriberId);
    const person = personOf(subscriber);
    const deletion = await this.note(person);
    const { deletedCount } = await this.subscribers.deleteOne({ _id: subscriber._id });
    if (deletedCount === 0) {
      await this.deletions.deleteOne({ _id: deletion });
      throw new NotFoundException(`Subscriber '${subscriberId}' was not found`);
    }
    this.pubSub.publish(INBOX_NOTICES, {
      environmentId: environment.id.toHexString(),
      deleted: [subscriber._id.toHexString()],
    });
    await this.data.deleteAll(person);
    await this.deletions.updateOne({ _id: deletion }, { complete: true });
  }

  /** Repeats the deletions that are due. One that fails stays due. */
  async repeatDue(): Promise<void> {
    const due = await this.deletions.find({ dueAt: { $lte: this.clock.now() } }).lean();
    for (const deletion of due) {
      try {
        await this.repeat(deletion);
      } catch (error) {
        this.logger.warn({ err: error, deletion: deletion._id.toHexString() }, 'A deletion could not be repeated');
      }
    }
  }

  private async note(person: Person): Promise<Types.ObjectId> {
    const _id = new Types.ObjectId();
    const sealedPerson = this.secrets.seal(toText(person), _id.toHexString());
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
    const person = fromText(environmentId, this.secrets.open(sealedPerson, _id.toHexString()));
    if (complete) await this.data.deleteInternal(person);
    else await this.finish(person);
    if (rounds + 1 < REPETITIONS.length) {
      await this.deletions.updateOne(
        { _id, rounds },
        { complete: true, rounds: rounds + 1, dueAt: this.dueAt(rounds + 1) },
      );
    } else await this.deletions.deleteOne({ _id });
  }

  /** Does what a deletion has not done that was cut off. What a new subscriber with the same id has stays. */
  private async finish(person: Person): Promise<void> {
    await this.subscribers.deleteOne({ _id: person.id });
    const { environmentId, subscriberId } = person;
    const successor = await this.subscribers.exists({ environmentId, subscriberId });
    await (successor ? this.data.deleteInternal(person) : this.data.deleteAll(person));
  }

  private dueAt(rounds: number): Date {
    return new Date(this.clock.now().getTime() + (REPETITIONS[rounds] ?? 0));
  }
}
