import { createHash } from 'node:crypto';

/** A host as browsers write it, with or without a port. */
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i;

/**
 * What the page may load: its own files, and the import map, known by its hash. Only its widget's style needs more than
 * that: the widget makes `<style>` elements. Not every browser takes sockets of the same host for `'self'`.
 */
export function contentPolicy(importMap: string, host: string): string {
  const hash = createHash('sha256').update(importMap).digest('base64');
  const sockets = HOST.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self'${sockets}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
