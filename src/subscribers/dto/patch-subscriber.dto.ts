import { SubscriberFieldsDto } from './subscriber-fields.dto.js';

/** The fields to change of a subscriber. */
export class PatchSubscriberDto extends SubscriberFieldsDto {}
