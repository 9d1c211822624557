import { Novu, type StandardNovuOptions } from '@novu/js';
import type { WidgetScene } from '../inbox/widget/widget-scene.js';

export type WidgetOptions = Partial<Omit<StandardNovuOptions, 'subscriber' | 'subscriberId'>>;

/** A client of its own, without a socket and without a cache: every call asks the service at `apiUrl`. */
export function widgetOf({ development }: WidgetScene, options: WidgetOptions, subscriberId: string): Novu {
  return new Novu({
    applicationIdentifier: development.identifier,
    subscriber: { subscriberId },
    useCache: false,
    ...options,
  });
}

/** The value of a result; an error of the client fails the test with what the service said. */
export async function valueOf<T>(result: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await result;
  expect(describeError(error)).toBeUndefined();
  return data as T;
}

/** The status of the response that made the client fail. */
export async function statusOf(result: Promise<{ error?: unknown }>): Promise<number | undefined> {
  return describeError((await result).error)?.status;
}

function describeError(error: unknown): { status?: number; message: string } | undefined {
  if (error === undefined) return undefined;
  const { originalError } = error as { originalError?: Error & { status?: number } };
  return { status: originalError?.status, message: String(originalError) };
}
