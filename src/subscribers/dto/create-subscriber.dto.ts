import { ApiPropertyOptional } from '@nestjs/swagger';
import { QueryBoolean } from '../../platform/validation/query.decorators.js';
import { OftenMisnamed } from '../../platform/validation/misnamed.decorator.js';
import { SubscriberFieldsDto } from './subscriber-fields.dto.js';
import { IsSubscriberId } from './subscriber.validators.js';

/** A subscriber to create, or the fields to change of one that exists. */
export class CreateSubscriberDto extends SubscriberFieldsDto {
  /**
   * Your own id of this person, unique inside the environment.
   * @example ada
   */
  @IsSubscriberId()
  @OftenMisnamed('id', '_id', 'userId', 'externalId', 'identifier')
  subscriberId: string;
}

/** How a subscriber is created. */
export class CreateSubscriberQueryDto {
  /** Whether to answer 409 with the existing subscriber, instead of changing it, when the id is taken. */
  @QueryBoolean()
  @ApiPropertyOptional()
  failIfExists: boolean = false;
}
