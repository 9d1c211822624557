/** The response of a deletion. */
export class SubscriberRemovalDto {
  /** Always true. */
  acknowledged: boolean;

  /**
   * What has become of the subscriber.
   * @example deleted
   */
  status: string;
}

export const DELETED: SubscriberRemovalDto = { acknowledged: true, status: 'deleted' };
