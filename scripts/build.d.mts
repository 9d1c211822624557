/** Parts of the build whose stamps are not those of the present sources. */
export function staleParts(root: string, names: readonly string[]): { name: string; reason: string }[];
export function buildParts(root: string, names: readonly string[], say: (line: string) => void): Promise<void>;
