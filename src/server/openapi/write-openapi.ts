import 'reflect-metadata';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from '../start/app.module.js';
import { loadConfig } from '../../platform/config/config.js';
import { buildOpenApiDocument } from './openapi.js';

// Writes the OpenAPI document to the file named on the command line. Nest's preview mode looks at modules and
// controllers without creating them, so that neither store nor queue is needed.
const [file = 'openapi.json'] = process.argv.slice(2);
const module = AppModule.forRoot({
  config: loadConfig({}),
  mongodbUri: 'mongodb://localhost',
  queue: { kind: 'redis', uri: 'redis://localhost' },
  secretKey: 'only for the shape of the document',
});
const app = await NestFactory.create(module, new FastifyAdapter(), { preview: true, logger: false });
await mkdir(dirname(file), { recursive: true });
await writeFile(file, `${JSON.stringify(buildOpenApiDocument(app), undefined, 2)}\n`);
process.stdout.write(`Wrote ${file}\n`);
process.exit(0);
