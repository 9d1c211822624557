export interface Task {
  name: string;
  after?: string[];
  run: () => Promise<void>;
}
export function runTasks(tasks: Task[], options?: { atATime?: number; goesOn?: boolean }): Promise<Error[]>;
export function runCommand(
  command: string,
  args: string[],
  options?: object,
): Promise<{ code: number; output: string }>;
