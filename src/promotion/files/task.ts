/** Exit codes of `carillon workflows`. */
export const EXIT = { fine: 0, differs: 1, issues: 1, failed: 2 } as const;

/** What is read or written. */
export interface FilesTask {
  kind: 'pull' | 'diff' | 'push' | 'check';
  dir: string;
  environment: string;
  url: string;
  apiKey: string;
  /** Also deletes resources that the folder lacks. */
  deletes: boolean;
  /** Push succeeds even when a stored workflow has an issue that prevents its delivery. */
  allowsIssues: boolean;
}
