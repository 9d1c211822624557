import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorDto } from './error.dto.js';

/** Errors of requests that Node's HTTP parser gives up on, by their code; any other is 400. */
const UNREADABLE: Record<string, { statusCode: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { statusCode: 408, message: 'The request took too long to arrive' },
  HPE_HEADER_OVERFLOW: { statusCode: 431, message: 'The address and the headers are larger than 16 KB together' },
};
const MALFORMED = { statusCode: 400, message: 'The request is no HTTP' };

/** Answers an address that cannot be decoded, or has a part that is too long: there is no route yet that could. */
export function answerBadAddress(
  { statusCode = 400, message }: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  void reply.status(statusCode).send(bodyOf(statusCode, message, request.url.split('?', 1)[0]!));
}

/** Answers what is not even a request that can be read: headers that are too large, above all. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { statusCode, message } = UNREADABLE[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify(bodyOf(statusCode, message, ''));
  const head = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy(error);
}

function bodyOf(statusCode: number, message: string, path: string): ErrorDto {
  return { statusCode, timestamp: new Date().toISOString(), path, message, error: STATUS_CODES[statusCode] };
}
