export interface NamedPage {
  path: string;
  label: string;
  address: string;
  below: NamedPage[];
}

export function readGroups(
  index: string,
  pages: { addresses: ReadonlyMap<string, string>; titles: ReadonlyMap<string, string> },
): { title: string; pages: NamedPage[] }[];
export function navigationHtml(groups: ReturnType<typeof readGroups>, current?: string): string;
