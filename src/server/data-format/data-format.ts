/**
 * The form of stored data, as a number. It grows with a release that stores data in a form that earlier ones do not know;
 * most releases leave it as it is. `docs/upgrading.md` says when each of the two has to grow.
 */
export const DATA_FORMAT = 1;

/** The lowest form whose releases work correctly with what this release stores, beside it or after it. */
export const OLDEST_COMPATIBLE = 1;

/** What the releases that have used some data say about it; in the store, and in `DATA_DIR`. */
export interface DataMark {
  /** The highest {@link DATA_FORMAT} of them. */
  format: number;
  /** Releases with a lower form must not use the data any more. */
  oldest: number;
  /** The release that has raised one of the two last, such as `1.2.3`: for messages alone, never compared. */
  version: string;
}

/** The data was written by a newer release; the message is for the operator. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError';
}

/**
 * Throws {@link NewerDataError} when releases like this one must not use the data. A mark with a higher form and the same
 * `oldest` is allowed: that is the upgrade in progress, or the way back from it.
 */
export function assertUsable(mark: DataMark | undefined, place: string, format = DATA_FORMAT): void {
  if (!mark || mark.oldest <= format) return;
  throw new NewerDataError(
    `${place} was used by Carillon ${mark.version}, which stores data in a form that this release cannot read ` +
      `(form ${mark.oldest}; this release has ${format}). Nothing was changed. Start Carillon ${mark.version} or newer, or restore ` +
      `the backup from before the upgrade`,
  );
}

/** The mark after this release has used the data; undefined when that changes nothing. */
export function raised(
  mark: DataMark | undefined,
  version: string,
  own: Pick<DataMark, 'format' | 'oldest'> = { format: DATA_FORMAT, oldest: OLDEST_COMPATIBLE },
): DataMark | undefined {
  const { format = 0, oldest = 0 } = mark ?? {};
  if (format >= own.format && oldest >= own.oldest) return undefined;
  return { format: Math.max(format, own.format), oldest: Math.max(oldest, own.oldest), version };
}

/** Reads a mark that may have been written by a later release, with more fields. */
export function toMark(value: unknown): DataMark | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { format, oldest, version } = value as Partial<Record<keyof DataMark, unknown>>;
  if (typeof format !== 'number' || typeof oldest !== 'number') return undefined;
  return { format, oldest, version: typeof version === 'string' ? version : 'of a later release' };
}
