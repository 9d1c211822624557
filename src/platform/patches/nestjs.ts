// Names under which Nest keeps what decorators say about handlers: it exports them, and does not document them.
export { METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
export { RouteParamtypes } from '@nestjs/common/internal';
export { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
