/** The token of a one-time link, from what is behind the `#` of its address: `#token=…`. Browsers never send that part. */
export function tokenOf(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
}
