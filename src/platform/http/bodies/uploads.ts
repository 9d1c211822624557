import multipart from '@fastify/multipart';
import { HttpException, HttpStatus } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** The routes that take forms with files. */
const UPLOAD_ROUTES = /^\/v2\/translations\/(?:master-json\/)?upload\/?$/;

/** Lets a few routes read forms with files; to all others such a body is one of an unknown type. */
export function acceptUploads(fastify: FastifyInstance): void {
  void fastify.register(multipart);
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const isForm = request.headers['content-type']?.toLowerCase().startsWith('multipart/') === true;
    const refused = isForm && !UPLOAD_ROUTES.test(request.routeOptions.url ?? '');
    done(refused ? new HttpException('Unsupported Media Type', HttpStatus.UNSUPPORTED_MEDIA_TYPE) : null, payload);
  });
}
