export function planRun(
  root: string,
  projects: string[],
  specs: string[] | undefined,
): { selected: string[]; parts: string[] };
export function namedSpecs(root: string, patterns: string[]): string[] | undefined;
export function filesMarked(root: string, mark: string): string[];
