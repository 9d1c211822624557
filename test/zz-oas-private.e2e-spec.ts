import { buildOpenApiDocument } from '../src/openapi/openapi.js';
import { startTestApp } from './test-app.js';
import { writeFileSync } from 'node:fs';
it('x', async () => {
  const t = await startTestApp();
  writeFileSync('/tmp/oas.json', JSON.stringify(buildOpenApiDocument(t.app)));
  await t.close();
});
