/** The records of one collection that an environment has stored. */
export class StoredRecordsDto {
  /**
   * Name of the collection in the store.
   * @example runs
   */
  collection: string;

  /**
   * How many there are, counted up to 10,000.
   * @example 10000
   */
  count: number;

  /** Whether there are more than were counted. */
  countCapped: boolean;

  /**
   * When the oldest of them was stored, ISO 8601. Absent where records have no time, and where there are many of them
   * without an index on their time.
   */
  oldest?: string;

  /**
   * Days for which they are kept; two for messages: in-app messages, then those of other channels. 0 means for the audit
   * trail that entries are kept forever, and for contents that they are not kept.
   * @example [30]
   */
  keptDays?: number[];

  /**
   * How long they are kept where no setting determines it, and why.
   * @example until it is deleted, because it is needed to send
   */
  keptBecause?: string;
}

/** What an environment has stored. */
export class StorageDto {
  /** One entry for each collection. */
  data: StoredRecordsDto[];
}
