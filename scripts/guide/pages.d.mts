export function addressesOf(paths: readonly string[]): Map<string, string>;
export function resolveLink(
  href: string,
  from: string,
  addresses: ReadonlyMap<string, string>,
): { address?: string; external?: boolean; path?: string };
export function headingId(text: string, taken: Map<string, number>): string;
