/** Buckets per doubling: a bucket is 19 percent wide, so that what is read from it is wrong by 9 percent at most. */
const PER_DOUBLING = 4;

/** The last bucket, beyond twelve days. */
const LAST = 120;

/** Numbers of measured times by bucket. */
export type Histogram = Readonly<Record<string, number>>;

/** The bucket of a time in milliseconds. Buckets never change, so that adding to a stored histogram is an increment. */
export function bucketOf(milliseconds: number): number {
  if (milliseconds <= 1) return 0;
  return Math.min(LAST, Math.ceil(Math.log2(milliseconds) * PER_DOUBLING));
}

/** Adds the second histogram to the first. */
export function addTo(sum: Record<string, number>, added: Histogram): void {
  for (const [bucket, count] of Object.entries(added)) sum[bucket] = (sum[bucket] ?? 0) + count;
}

/** The time that this share of all times does not exceed, in milliseconds; null when there are none. */
export function percentile(histogram: Histogram, share: number): number | null {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .toSorted((a, b) => a.bucket - b.bucket);
  const rank = share * buckets.reduce((sum, { count }) => sum + count, 0);
  let counted = 0;
  for (const { bucket, count } of buckets) {
    counted += count;
    if (count > 0 && counted >= rank) return middleOf(bucket);
  }
  return null;
}

function middleOf(bucket: number): number {
  return bucket === 0 ? 1 : Math.round(2 ** ((bucket - 0.5) / PER_DOUBLING));
}
