import { type DestinationStream, pino } from 'pino';

/** How long a line may wait for others, in milliseconds. */
const WAIT_MS = 20;
/** Characters that are written at once. */
const AT_ONCE = 16_384;

/**
 * Writes lines together that come soon after each other: a write costs several times as much as making the line, and
 * accepting a trigger takes one line.
 */
export class LineWriter implements DestinationStream {
  private waiting = '';
  private isPlanned = false;

  constructor(
    private readonly output: DestinationStream,
    /** Calls after a while. Keeps no process running that has nothing else to do. */
    private readonly later = (work: () => void): void => void setTimeout(work, WAIT_MS).unref(),
  ) {}

  write(line: string): void {
    this.waiting += line;
    if (this.waiting.length >= AT_ONCE) this.output.write(this.take());
    if (this.isPlanned) return;
    this.isPlanned = true;
    this.later(() => {
      this.isPlanned = false;
      if (this.waiting !== '') this.output.write(this.take());
    });
  }

  /** Returns the lines that wait; they are not written any more. */
  take(): string {
    const lines = this.waiting;
    this.waiting = '';
    return lines;
  }
}

let standardOutput: LineWriter | undefined;

/**
 * The standard output of this process, which does not wait for its reader. What still waits when the process exits
 * is written then; only a process that is killed loses its last moment.
 */
export function toStandardOutput(): DestinationStream {
  if (standardOutput) return standardOutput;
  const writer = new LineWriter(pino.destination(1));
  process.on('exit', () => pino.destination({ dest: 1, sync: true }).write(writer.take()));
  standardOutput = writer;
  return writer;
}
