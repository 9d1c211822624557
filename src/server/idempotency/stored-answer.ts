import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Answer } from './answer.js';

/**
 * Thrown in order to answer: the call was carried out before. What a handler returns gets the status of its route and an
 * envelope; this has its own already.
 */
export class StoredAnswer extends Error {
  override readonly name = 'StoredAnswer';

  constructor(readonly answer: Answer) {
    super('The call was carried out before');
  }
}

/** Sends a {@link StoredAnswer}, byte by byte as it was sent first. */
@Catch(StoredAnswer)
export class StoredAnswerFilter implements ExceptionFilter<StoredAnswer> {
  catch({ answer }: StoredAnswer, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { status, contentType, body } = answer;
    if (contentType !== undefined) reply.header('Content-Type', contentType);
    void reply.status(status).send(body === '' ? undefined : body);
  }
}
