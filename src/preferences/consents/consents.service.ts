import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { EnvironmentRef, InEnvironment } from '../../auth/environment-ref.js';
import { Clock } from '../../platform/clock.js';
import { type CursorPage, findCursorPage } from '../../platform/paging/cursor-page.js';
import type { PageQueryDto } from '../../platform/paging/paging.dto.js';
import { ignoreDuplicates, rawCollection } from '../../platform/persistence/writes.js';
import { Consent } from './consent.schema.js';

/** A choice to note; the time is that of the call. One with an `_id` that there is already is not noted again. */
export type NewConsent = Omit<Consent, '_id' | 'environmentId' | 'organizationId' | 'at'> & { _id?: Types.ObjectId };

/** Characters of a wording that are kept. */
const MAX_WORDING = 500;

/** Notes what people have chosen, when, how, from where and on what wording. */
@Injectable()
export class ConsentsService {
  constructor(
    @InjectModel(Consent.name) private readonly consents: Model<Consent>,
    private readonly clock: Clock,
  ) {}

  /** Adds entries with one command. Long wordings are cut. */
  async record({ id, organizationId }: Pick<EnvironmentRef, 'id' | 'organizationId'>, choices: readonly NewConsent[]) {
    if (choices.length === 0) return;
    const at = this.clock.now();
    const entries = choices.map(({ origin: { wording, ...origin }, ...choice }) => ({
      _id: new Types.ObjectId(),
      environmentId: id,
      organizationId,
      at,
      ...choice,
      origin: { ...origin, ...(wording !== undefined && { wording: wording.slice(0, MAX_WORDING) }) },
    }));
    await rawCollection<Consent>(this.consents).insertMany(entries, { ordered: false }).catch(ignoreDuplicates);
  }

  /** The choices of a person, the latest first. */
  list(
    { id }: InEnvironment,
    subscriberId: Types.ObjectId,
    { after, before, limit }: PageQueryDto,
  ): Promise<CursorPage<Consent>> {
    const filter = { environmentId: id, subscriberId };
    return findCursorPage(this.consents, filter, { after, before, limit, orderBy: '_id', orderDirection: 'DESC' });
  }
}
