import { RequestPipe } from '../http/request.pipe.js';

const PIPE = new RequestPipe();

/**
 * A value checked and completed as if it were the body of a request of this type, for values that reach a service on
 * another way. Throws {@link ValidationException}.
 */
export async function asRequest<Request extends object>(type: new () => Request, value: object): Promise<Request> {
  return (await PIPE.transform(value, { type: 'body', metatype: type })) as Request;
}
