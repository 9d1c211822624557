export interface Commit {
  hash: string;
  message: string;
  files: string[];
}

export function problemsOf(message: string, files: string[]): string[];
export function commitsToCheck(root: string): Commit[];
