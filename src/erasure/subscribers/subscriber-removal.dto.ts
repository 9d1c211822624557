/** The response of a deletion. */
export class SubscriberRemovalDto {
  /** Always true. */
  acknowledged: boolean;

  /**
   * State of the subscriber.
   * @example deleted
   */
  status: string;
}

export const DELETED: SubscriberRemovalDto = { acknowledged: true, status: 'deleted' };
