import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { endSlowly } from '../http/bodies/unread-bodies.js';
import type { ErrorDto } from './error.dto.js';

/** Errors of requests that Node's HTTP parser gives up on, by their code; any other is 400. */
const UNREADABLE: Record<string, { statusCode: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    statusCode: 408,
    message: 'The request did not arrive in time (REQUEST_TIMEOUT_SECONDS)',
  },
  HPE_HEADER_OVERFLOW: { statusCode: 431, message: 'The address and the headers are larger than 16 KB together' },
};
const MALFORMED = { statusCode: 400, message: 'The request is no HTTP' };

/** Answers an address that cannot be decoded, or has a part that is too long: there is no route yet that could. */
export function respondToBadAddress(
  { statusCode = 400, message }: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  void reply.status(statusCode).send(bodyOf(statusCode, message, request.url.split('?', 1)[0]!));
}

/** Answers what is not even a request that can be read: headers that are too large, a body that stops coming. */
export function respondToUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { statusCode, message } = UNREADABLE[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify(bodyOf(statusCode, message, ''));
  const head = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable && !hasBegunToRespond(socket)) endSlowly(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy(error);
}

// What comes next would be taken for a part of the answer that is being written.
function hasBegunToRespond(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}

function bodyOf(statusCode: number, message: string, path: string): ErrorDto {
  return { statusCode, timestamp: new Date().toISOString(), path, message, error: STATUS_CODES[statusCode] };
}
