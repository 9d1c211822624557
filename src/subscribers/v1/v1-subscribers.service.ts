import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { findNumberedPage } from '../../platform/paging/offset-page.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { SubscriberResponses } from '../subscriber-responses.js';
import { Subscriber } from '../subscriber.schema.js';
import { SubscribersService } from '../subscribers.service.js';
import type {
  V1CreateSubscriberDto,
  V1SubscriberListQueryDto,
  V1SubscriberPageDto,
  V1UpdateSubscriberDto,
} from './subscribers-v1.dto.js';

/** What older clients do with subscribers: numbered pages, and credentials together with the other fields. */
@Injectable()
export class V1SubscribersService {
  constructor(
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    private readonly people: SubscribersService,
    private readonly credentials: CredentialsService,
    private readonly answers: SubscriberResponses,
  ) {}

  /** Newest first. A far page costs as much as all before it; `GET /v2/subscribers` does not. */
  async list(
    { id: environmentId }: Pick<EnvironmentRef, 'id'>,
    { page, limit }: V1SubscriberListQueryDto,
  ): Promise<V1SubscriberPageDto> {
    const [{ rows, hasMore }, totalCount] = await Promise.all([
      findNumberedPage(this.subscribers, { environmentId }, { page, limit }),
      this.subscribers.countDocuments({ environmentId }),
    ]);
    return { page, pageSize: limit, hasMore, totalCount, data: rows.map((one) => this.answers.one(one)) };
  }

  /** Creates or changes the subscriber, then adds the credentials. Nothing happens when these name no integration. */
  async createOrUpdate(environment: EnvironmentRef, input: V1CreateSubscriberDto): Promise<Subscriber> {
    const channels = await this.credentials.choose(environment, input.channels ?? []);
    const subscriber = await this.people.createOrUpdate(environment, input, { failIfExists: false });
    return this.credentials.add(subscriber, channels);
  }

  /** The same for one who exists. 404 when nobody has the id. */
  async update(
    environment: Pick<EnvironmentRef, 'id'>,
    subscriberId: string,
    input: V1UpdateSubscriberDto,
  ): Promise<Subscriber> {
    const channels = await this.credentials.choose(environment, input.channels ?? []);
    return this.credentials.add(await this.people.update(environment, subscriberId, input), channels);
  }
}
