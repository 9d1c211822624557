import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyRequest } from 'fastify';

/**
 * The body of a request as it came over the connection. Fastify would copy a large one into one piece and decode that at
 * once, for which everyone else would wait. Rejects with Fastify's errors: 413 above the limit of the route, 400 when the
 * length is not the one that was named, or the client has gone.
 */
export function readChunks({ headers, routeOptions }: FastifyRequest, payload: IncomingMessage): Promise<Buffer[]> {
  const limit = routeOptions.bodyLimit ?? Infinity;
  const named = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  return new Promise((resolve, reject) => {
    if (named !== undefined && named > limit) {
      reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    payload.on('data', onData).on('end', onEnd).on('error', onError);

    function onData(chunk: Buffer): void {
      length += chunk.length;
      if (length > limit) end(() => reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()));
      else chunks.push(chunk);
    }

    function onEnd(): void {
      const isWhole = named === undefined || named === length;
      end(() => (isWhole ? resolve(chunks) : reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())));
    }

    function onError(error: Error): void {
      end(() => reject(Object.assign(error, { statusCode: 400 })));
    }

    function end(settle: () => void): void {
      payload.off('data', onData).off('end', onEnd).off('error', onError);
      settle();
    }
  });
}
