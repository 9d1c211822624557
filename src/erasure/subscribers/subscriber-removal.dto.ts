import { ApiProperty } from '@nestjs/swagger';

/** What a deletion has deleted. */
export class ErasureReceiptDto {
  /** Your own id of the subscriber. */
  subscriberId: string;

  /** When it was complete, ISO 8601 in UTC. What workers store afterwards is deleted within an hour. */
  erasedAt: string;

  /**
   * The number of records by kind.
   * @example { "subscribers": 1, "messages": 12, "workflowruns": 9 }
   */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'number' } })
  records: Record<string, number>;
}

/** The response of a deletion. */
export class SubscriberRemovalDto {
  /** Always true. */
  acknowledged: boolean;

  /**
   * State of the subscriber.
   * @example deleted
   */
  status: string;

  /** What was deleted, to be kept as a receipt. */
  receipt: ErasureReceiptDto;
}
