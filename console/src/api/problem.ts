/** A response that says no, as the API puts it. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** How to solve it. */
    readonly hint?: string,
    /** Broken rules by field, of a 422; nested fields by path, such as `steps.0.name`. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** Of a 429 and a 503: when to try again. */
    readonly retryAfterSeconds?: number,
    /** Of a 500: the id of the cause in the server's log. */
    readonly errorId?: string,
    /** The whole body. */
    readonly body?: unknown,
  ) {
    super(message);
  }

  static of({ status, headers }: Response, body: unknown): Problem {
    const { message, hint, errors, errorId } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
    const fields = Object.fromEntries(
      Object.entries(errors ?? {}).map(([field, { messages }]) => [field, messages.join('. ')]),
    );
    const wait = Number(headers.get('retry-after') ?? undefined);
    const seconds = Number.isFinite(wait) ? wait : undefined;
    return new Problem(
      message ?? `The response has the status ${status}`,
      status,
      hint,
      fields,
      seconds,
      errorId,
      body,
    );
  }
}

interface ErrorBody {
  message?: string;
  hint?: string;
  errors?: Record<string, { messages: string[] }>;
  errorId?: string;
}

/** The request got no response at all. */
export class NoResponse extends Error {
  constructor(options?: ErrorOptions) {
    super('Carillon does not respond', options);
  }
}

/** What went wrong, and what to do about it. */
export interface Words {
  title: string;
  advice: string;
}

/** Returns an error in words. Each says what to do. */
export function inWords(error: unknown): Words {
  if (error instanceof NoResponse)
    return { title: error.message, advice: 'Check your connection and whether Carillon is running; then try again.' };
  if (!(error instanceof Problem))
    return {
      title: 'This page has an error',
      advice: 'Reload it. If that does not help, contact your administrator.',
    };
  return { title: titleOf(error), advice: adviceOf(error) };
}

function titleOf({ message, fields }: Problem): string {
  const [field] = Object.values(fields);
  return field ?? message;
}

function adviceOf({ status, hint, errorId, retryAfterSeconds }: Problem): string {
  if (hint !== undefined) return hint;
  if (retryAfterSeconds !== undefined) return `Try again in ${inSeconds(retryAfterSeconds)}.`;
  switch (status) {
    case 401:
      return 'Sign in again.';
    case 403:
      return 'Ask an owner or admin for a role that may do this.';
    case 404:
      return 'It may have been deleted, or belong to another environment: choose one at the top.';
    case 409:
      return 'It was changed at the same moment: reload and try again.';
    case 400:
    case 422:
      return 'Correct what is named, and try again.';
    default:
      return errorId === undefined
        ? 'Try again in a moment.'
        : `Try again. If that does not help, give your administrator this error ID: ${errorId}.`;
  }
}

function inSeconds(seconds: number): string {
  return seconds < 90 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`;
}

/** Whether the request was refused because nobody has signed in. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof Problem && error.status === 401;
}
