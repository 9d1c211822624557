import autocannon from 'autocannon';

const CONNECTIONS = 32;

/** Posts the same again and again for `duration` seconds; tells how many a second were answered, and how slowly. */
export async function load({ url, ...options }) {
  const result = await autocannon({ url, method: 'POST', connections: CONNECTIONS, ...options });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} requests failed`);
  return { rate: result['2xx'] / result.duration, p99: result.latency.p99 };
}
