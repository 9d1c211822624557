import { writeFileSync } from 'node:fs';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { SubscribersModule } from '../src/subscribers/subscribers.module.js';
import { startTestApp } from './test-app.js';
it('x', async () => { const t = await startTestApp(); try { writeFileSync('/tmp/oas.json', JSON.stringify(SwaggerModule.createDocument(t.app, new DocumentBuilder().build(), { include: [SubscribersModule] }))); } finally { await t.close(); } });
