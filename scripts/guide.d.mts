export function pagePaths(root: string): string[];
export function writeGuide(root: string, target: string): void;
