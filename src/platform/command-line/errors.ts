/** Exit codes of `carillon`. Commands with codes of their own name them in their help. */
export const EXIT = { fine: 0, failed: 1, wrongUse: 2 } as const;

/** The command failed for a reason that the user can act on. The message is one line, printed without a stack. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';

  constructor(
    message: string,
    readonly exitCode: number = EXIT.failed,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The arguments or the environment variables of the command are wrong. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super(message, EXIT.wrongUse);
  }
}
