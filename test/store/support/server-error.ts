import { MongoServerError } from 'mongodb';

/** Waits for a call that the server must refuse, and returns the error. Anything else fails the test. */
export async function serverError(call: Promise<unknown>): Promise<MongoServerError> {
  let result: unknown;
  try {
    result = await call;
  } catch (error) {
    if (error instanceof MongoServerError) return error;
    throw error;
  }
  throw new Error(`The server accepted what it must refuse, and responded with ${JSON.stringify(result)}`);
}
